#include <vector>
__global__ void scale(float *a)
{
	std::vector<float> v(4);
	a[0] = v[0];
}
