#pragma once
static int blocks_for(int n)
{
	return (n + 255) / 256;
}
template <class T> __device__ T plus(T a, T b)
{
	return a + b;
}
