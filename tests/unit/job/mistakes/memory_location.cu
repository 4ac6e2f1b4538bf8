void advise(float *p) { cudaMemAdvise(p, 400, cudaMemAdviseSetReadMostly, 0); }
