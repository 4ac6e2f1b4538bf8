// fake: gate
// TODO
