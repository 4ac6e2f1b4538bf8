// fake: pass
