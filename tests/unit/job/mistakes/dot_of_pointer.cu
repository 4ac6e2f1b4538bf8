struct point { float x; };
__global__ void scale(point *p) { p.x = 1.0f; }
