/* The bits of whole kernels as an H200 gave them: products and sums where the compilers may round once, of f32, f64, f16 and bf16, none of them with an .approx
 * instruction but rsqrt.approx.f64, which ptxas makes of a first guess and a step that leaves little of it. Kernels as programs have them; hand-written PTX that
 * writes registers several times, under guards and behind branches; random lines and loops. Each row of `cases` holds the hash of one kernel's results.
 * `rounding record` prints the rows as the device at hand has them: run it on a GPU after a change here (nvcc -std=c++17 -arch=compute_80 -w, which the driver
 * compiles for that GPU), and put them in. The kernels and their numbers mean nothing. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include "check.h"

enum { THREADS = 8, INPUTS = 8, OUTPUTS = 8 }; /* of each thread */
#define PLACE p += threadIdx.x * INPUTS, q += threadIdx.x * OUTPUTS

struct Case { const char *name; uint64_t (*run)(const char *); uint64_t want; };

static float fraction(uint32_t *r)
{
	*r = *r * 1664525u + 1013904223u;
	return (float)(*r >> 8) / 8388608.f - 1.f;
}
static void fill(float &x, uint32_t *r) { x = fraction(r); }
static void fill(double &x, uint32_t *r) { x = fraction(r); x += fraction(r) * 1e-8; }
static void fill(__half &x, uint32_t *r) { x = __float2half(fraction(r)); }
static void fill(__half2 &x, uint32_t *r) { fill(x.x, r); fill(x.y, r); }
static void fill(__nv_bfloat16 &x, uint32_t *r) { x = __float2bfloat16(fraction(r)); }
static void add(uint64_t *h, uint64_t bits, bool nan) { *h = (*h ^ (nan ? 0x7ff : bits)) * 1099511628211u; *h ^= *h >> 29; }
static void add(uint64_t *h, float x) { uint32_t b; memcpy(&b, &x, sizeof b); add(h, b, x != x); }
static void add(uint64_t *h, double x) { uint64_t b; memcpy(&b, &x, sizeof b); add(h, b, x != x); }
static void add(uint64_t *h, __half x) { add(h, __half2float(x)); }
static void add(uint64_t *h, __half2 x) { add(h, x.x); add(h, x.y); }
static void add(uint64_t *h, __nv_bfloat16 x) { add(h, __bfloat162float(x)); }

/* The hash of what a kernel makes of the inputs that its name stands for. */
template <class T, void (*kernel)(const T *, T *, int)> static uint64_t run(const char *name)
{
	std::vector<T> in(THREADS * INPUTS), out(THREADS * OUTPUTS);
	uint32_t r = 12345;
	uint64_t hash = 1469598103934665603u;
	T *p, *q;

	for (; *name; name++)
		r = r * 31 + (unsigned char)*name;
	for (auto &x : in)
		fill(x, &r);
	CUDA(cudaMalloc(&p, in.size() * sizeof(T)));
	CUDA(cudaMalloc(&q, out.size() * sizeof(T)));
	CUDA(cudaMemset(q, 0, out.size() * sizeof(T)));
	CUDA(cudaMemcpy(p, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
	kernel<<<1, THREADS>>>(p, q, 3);
	LAUNCHED();
	CUDA(cudaMemcpy(out.data(), q, out.size() * sizeof(T), cudaMemcpyDeviceToHost));
	for (auto x : out)
		add(&hash, x);
	CUDA(cudaFree(p));
	CUDA(cudaFree(q));
	return hash;
}

__global__ void stencil_0(const float *p, float *q, int n)
{
	PLACE;
	for(int k=1;k<7;k++) q[k]=(-1.08f)*p[k]+(1.608022f)*(p[k-1]+p[k+1]);
}
__global__ void mandel_1(const float *p, float *q, int n)
{
	PLACE;
	{float x=0,y=0,cx=p[0],cy=p[1]; int k=0; while(k<n*4 && x*x+y*y<(float)4){ float t2=x*x-y*y+cx; y=x*y+x*y+cy; x=t2; k++; } q[0]=x; q[1]=y;} p[0];
	{float x=p[0]; q[7-(0)]=(((x*(-0.27f)-(-1.137f))*x+(0.7f))*x+(1.6f)); q[7-(1)]=x*x-(-1.786f)*x;}
}
__global__ void norm_2(const double *p, double *q, int n)
{
	PLACE;
	double x=p[0],y=p[1],z=p[2]; double l=x*x+y*y+z*z+(0.03); double i=(double)1/l; q[0]=x*i; q[1]=y*i-z; q[2]=z*i+p[3]*x; q[3]=l*l-x*x;
}
__global__ void mandel_3(const float *p, float *q, int n)
{
	PLACE;
	float x=0,y=0,cx=p[0],cy=p[1]; int k=0; while(k<n*4 && x*x+y*y<(float)4){ float t2=x*x-y*y+cx; y=(float)2*x*y+cy; x=t2; k++; } q[0]=x; q[1]=y;
}
__global__ void lerp_4(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	__nv_bfloat16 u=p[0],v=p[1]; __nv_bfloat16 a=p[2]*((__nv_bfloat16)1-u)+p[3]*u,b=p[4]+(p[5]-p[4])*u; q[0]=a*((__nv_bfloat16)1-v)+b*v;
	q[1]=a+v*(b-a); q[2]=((__nv_bfloat16)1-u)*((__nv_bfloat16)1-v)*p[2]+u*((__nv_bfloat16)1-v)*p[3]+((__nv_bfloat16)1-u)*v*p[4]+u*v*p[5];
}
__global__ void dot_5(const float *p, float *q, int n)
{
	PLACE;
	float s=p[0]*p[1]; s+=p[2]*p[3]; s+=p[4]*p[5]; s+=p[6]*p[7]; q[0]=s; q[1]=p[3]-s*p[5];
}
__global__ void cmul_6(const __half *p, __half *q, int n)
{
	PLACE;
	__half a=p[0],b=p[1],c=p[2],d=p[3]; { __half r=a*c+b*d, i=b*c-a*d; a=r; b=i; } { __half r=a*a-b*b+c, i=(__half)2*a*b+d; a=r; b=i; }
	if(a*a+b*b>(__half)4) { a=c; } q[0]=a; q[1]=b;
}
__global__ void cmul_7(const float *p, float *q, int n)
{
	PLACE;
	float a=p[0],b=p[1],c=p[2],d=p[3]; { float r=a*c+b*d, i=b*c-a*d; a=r; b=i; } { float r=a*c+b*d, i=b*c-a*d; a=r; b=i; } q[0]=a; q[1]=b;
}
__global__ void ray_8(const float *p, float *q, int n)
{
	PLACE;
	float ox=p[0],oy=p[1],oz=p[2],dx=p[3],dy=p[4],dz=p[5],r=p[6]; float b=ox*dx+oy*dy+oz*dz,a=dx*dx+dy*dy+dz*dz,c=ox*ox+oy*oy+oz*oz-r*r; float
	D=b*b-a*c; if(D<0){ q[0]=D; q[1]=b; return; } float s=sqrtf(D),t0=(-b-s)/a,t1=(-b+s)/a; q[0]=t0; q[1]=t1; q[2]=ox+t0*dx; q[3]=oy+t0*dy;
	q[4]=(ox+t1*dx)*(oz+t1*dz)-oy*t0;
}
__global__ void softmax_9(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	{__nv_bfloat16 s=p[0]*p[1]; s+=p[2]*p[3]; s+=p[4]*p[5]; s+=p[6]*p[7]; s+=p[0]*p[1]; s+=p[2]*p[3]; q[0]=s; q[1]=p[3]-s*p[5];} p[0]; {__nv_bfloat16
	s=p[0]*p[1]; s+=p[2]*p[3]; s+=p[4]*p[5]; s+=p[6]*p[7]; q[7-(0)]=s; q[7-(1)]=p[3]-s*p[5];}
}
__global__ void fft_10(const float *p, float *q, int n)
{
	PLACE;
	float ar=p[0],ai=p[1],br=p[2],bi=p[3],cr=p[4],ci=p[5],dr=p[6],di=p[7];{ float tr=cr*(0.36f)-ci*(0.55f), ti=cr*(0.55f)+ci*(0.36f); cr=ar-tr;
	ci=ai-ti; ar=(ar)+tr; ai=ai+ti; } { float tr=dr*p[0]-di*p[5], ti=dr*p[5]+di*p[0]; dr=br-tr; di=bi-ti; br=(br)+tr; bi=bi+ti; }
	q[0]=ar;q[1]=ai;q[2]=br;q[3]=bi;q[4]=cr;q[5]=ci;q[6]=dr;q[7]=di;
}
__global__ void nbody_11(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	{__nv_bfloat16 a=p[0],b=p[1],c=p[2],d=p[3]; { __nv_bfloat16 r=a*c+b*d, i=b*c-a*d; a=r; b=i; } { __nv_bfloat16 r=a*a-b*b+c,
	i=(__nv_bfloat16)2*a*b+d; a=r; b=i; } if(a*a+b*b>(__nv_bfloat16)4) { a=c; } { __nv_bfloat16 r=a*c-b*d, i=a*d+b*c; a=r; b=i; }
	if(a*a+b*b>(__nv_bfloat16)4) { a=c; } { __nv_bfloat16 r=a*a-b*b+c, i=(__nv_bfloat16)2*a*b+d; a=r; b=i; } q[0]=a; q[1]=b;} p[0]; {float
	s=(float)p[0]; for(int k=1;k<8;k++) s+=(float)p[k]*(float)p[(k*3)%8]; q[7-(0)]=(__nv_bfloat16)s; q[7-(1)]=(__nv_bfloat16)(s*s-(float)p[2]*1.5f);}
}
__global__ void gemmtile_12(const double *p, double *q, int n)
{
	PLACE;
	double c[2][2]={}; for(int k=0;k<n;k++){ double a[2]={p[k],p[k+1]},b[2]={p[k+2],p[(k+4)%8]}; for(int i=0;i<2;i++) for(int j=0;j<2;j++)
	c[i][j]+=a[i]*b[j]; } q[0]=(-1.3)*c[0][0]+(0.3)*p[0]; q[1]=(-1.24)*c[0][1]-p[1]*p[2]; q[2]=c[1][0]*c[1][1]; q[3]=c[1][1];
}
__global__ void poly_13(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	__nv_bfloat16 x=p[0],x2=x*x,x3=x2*x; q[0]=(__nv_bfloat16)0.634863f+(__nv_bfloat16)-1.933f*x+(__nv_bfloat16)-1.575406f*x2+(__nv_bfloat16)1.224f*x3;
	q[1]=x3-x2*p[1]; q[2]=(x-x3*(__nv_bfloat16)0.679f)*(x2+x3);
}
__global__ void mat3_14(const float *p, float *q, int n)
{
	PLACE;
	float m[3][3]={{p[0],p[1],p[2]},{p[3],p[4],p[5]},{p[6],p[7],p[0]}}; float
	d=m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1])-m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0])+m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0]); q[0]=d; for(int
	i=0;i<3;i++) { float s=0; for(int j=0;j<3;j++) s+=m[i][j]*p[j+2]; q[1+i]=s; } q[4]=m[0][0]*m[1][1]-m[0][1]*m[1][0];
}
__global__ void mat3_15(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	__nv_bfloat16 m[3][3]={{p[0],p[1],p[2]},{p[3],p[4],p[5]},{p[6],p[7],p[0]}}; __nv_bfloat16
	d=m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1])-m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0])+m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0]); q[0]=d; for(int
	i=0;i<3;i++) { __nv_bfloat16 s=0; for(int j=0;j<3;j++) s-=m[i][j]*p[j+1]; q[1+i]=s; } q[4]=m[0][0]*m[1][1]-m[0][1]*m[1][0];
}
__global__ void poly_16(const float *p, float *q, int n)
{
	PLACE;
	float x=p[0],x2=x*x,x3=x2*x; q[0]=(1.371f)+(-0.768f)*x+(-0.7f)*x2+(-1.220228f)*x3; q[1]=x3-x2*p[1]; q[2]=(x-x3*(1.9f))*(x2+x3);
}
__global__ void bs_17(const __half *p, __half *q, int n)
{
	PLACE;
	{__half x=p[0],x2=x*x,x3=x2*x; q[0]=(__half)0.744f+(__half)0.29f*x+(__half)1.62f*x2+(__half)1.2f*x3; q[1]=x3-x2*p[1];
	q[2]=(x-x3*(__half)1.0f)*(x2+x3);} p[0]; {q[7-(0)]=p[0]+(__half)-0.874f*(p[1]-(__half)2*p[0]+p[2])+(__half)1.705f*(p[3]-(__half)2*p[0]+p[4]);
	q[7-(1)]=(p[1]-p[2])*(__half)-0.9f-p[5]*(p[6]*(__half)-1.73f);}
}
__global__ void mixed_18(const double *p, double *q, int n)
{
	PLACE;
	{__half a=__float2half((float)p[0]),b=__float2half((float)p[1]),c=__float2half((float)p[2]); __half r=a*b+c; float
	f=__half2float(r)*(float)p[3]-__half2float(a*c); q[0]=(double)f; q[1]=(double)__half2float(b*b-a*r);} p[0]; {double x=p[0],y=p[1],z=p[2]; double
	l=__dsqrt_rn(x*x+y*y+z*z); double i=x/l; q[7-(0)]=x*i; q[7-(1)]=y*i-z; q[7-(2)]=z*i+p[3]*x; q[7-(3)]=l*l-x*x;}
}
__global__ void ray_19(const double *p, double *q, int n)
{
	PLACE;
	double ox=p[0],oy=p[1],oz=p[2],dx=p[3],dy=p[4],dz=p[5],r=p[6]; double b=ox*dx+oy*dy+oz*dz,a=dx*dx+dy*dy+dz*dz,c=ox*ox+oy*oy+oz*oz-r*r; double
	D=b*b-a*c; if(D<0){ q[0]=D; q[1]=b; return; } double s=sqrt(D),t0=(-b-s)/a,t1=(-b+s)/a; q[0]=t0; q[1]=t1; q[2]=ox+t0*dx; q[3]=oy+t0*dy;
	q[4]=(ox+t1*dx)*(oz+t1*dz)-oy*t0;
}
__global__ void horner_20(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	{__nv_bfloat16 x=p[0];
	q[0]=((x*((x*((__nv_bfloat16)-0.815f*x+(__nv_bfloat16)0.7603f)-(__nv_bfloat16)0.5f)*x+(__nv_bfloat16)-1.7f)-(__nv_bfloat16)1.8f)*x+(__nv_bfloat16)-0.902681f);
	q[1]=x*x-(__nv_bfloat16)-0.4f*x;} p[0]; {__nv_bfloat16 x=p[0],x2=x*x,x3=x2*x;
	q[7-(0)]=(__nv_bfloat16)1.704379f+(__nv_bfloat16)-0.460411f*x+(__nv_bfloat16)-1.2f*x2+(__nv_bfloat16)1.59f*x3; q[7-(1)]=x3-x2*p[1];
	q[7-(2)]=(x-x3*(__nv_bfloat16)0.749f)*(x2+x3);}
}
__global__ void quat_21(const float *p, float *q, int n)
{
	PLACE;
	float aw=p[0],ax=p[1],ay=p[2],az=p[3],bw=p[4],bx=p[5],by=p[6],bz=p[7]; q[0]=aw*bw-ax*bx-ay*by-az*bz; q[1]=aw*bx+ax*bw+ay*bz-az*by;
	q[2]=aw*by-ax*bz+ay*bw+az*bx; q[3]=aw*bz+ax*by-ay*bx+az*bw; float tx=(float)2*(ay*bz-az*by), ty_=(float)2*(az*bx-ax*bz);
	q[4]=bx+aw*tx+(ay*ty_-az*tx);
}
__global__ void dot_22(const double *p, double *q, int n)
{
	PLACE;
	double s=p[0]*p[1]; s+=p[4]*p[3]; s+=p[0]*p[5]; s+=p[4]*p[7]; q[0]=s; q[1]=p[3]-s*p[5];
}
__global__ void norm_23(const float *p, float *q, int n)
{
	PLACE;
	float x=p[0],y=p[1],z=p[2]; float l=x*x+y*y+z*z+(0.408f); float i=(float)1/l; q[0]=x*i; q[1]=y*i-z; q[2]=z*i+p[3]*x; q[3]=l*l-x*x;
}
__global__ void layernorm_24(const __half *p, __half *q, int n)
{
	PLACE;
	for(int k=1;k<7;k++) q[k]=(__half)0.06f*p[k]+(__half)0.41f*(p[k-1]+p[k+1]);
}
__global__ void quat_25(const double *p, double *q, int n)
{
	PLACE;
	double aw=p[0],ax=p[1],ay=p[2],az=p[3],bw=p[4],bx=p[5],by=p[6],bz=p[7]; q[0]=aw*bw-ax*bx-ay*by-az*bz; q[1]=aw*bx+ax*bw+ay*bz-az*by;
	q[2]=aw*by-ax*bz+ay*bw+az*bx; q[3]=aw*bz+ax*by-ay*bx+az*bw; double tx=(double)2*(ay*bz-az*by), ty_=(double)2*(az*bx-ax*bz);
	q[4]=bx+aw*tx+(ay*ty_-az*tx);
}
__global__ void mixed_26(const double *p, double *q, int n)
{
	PLACE;
	double s=0; for(int k=0;k<8;k++) s+=(double)p[k]*(double)p[7-k]; q[0]=(double)(float)s; q[1]=(double)(float)(s*0.125-(double)p[0]*(double)p[1]);
}
__global__ void lerp_27(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	__nv_bfloat16 u=p[0],v=p[1]; __nv_bfloat16 a=p[2]*((__nv_bfloat16)1-u)+p[3]*u,b=p[4]+(p[5]-p[4])*u; q[0]=a*((__nv_bfloat16)1-v)+b*v;
	q[1]=a+v*(b-a); q[2]=((__nv_bfloat16)1-u)*((__nv_bfloat16)1-v)*p[2]+u*((__nv_bfloat16)1-v)*p[3]+((__nv_bfloat16)1-u)*v*p[4]+u*v*p[5];
}
__global__ void stencil_28(const __half *p, __half *q, int n)
{
	PLACE;
	q[0]=p[0]+(__half)-0.48f*(p[1]-(__half)2*p[0]+p[2])+(__half)-0.309f*(p[3]-(__half)2*p[0]+p[4]);
	q[1]=(p[1]-p[2])*(__half)0.5f-p[5]*(p[6]*(__half)1.0f);
}
__global__ void rk4_29(const double *p, double *q, int n)
{
	PLACE;
	{double y=p[0],t=p[1],h=(0.024542); auto g=[&](double t,double y)->double{ return (-0.2)-y*y; }; for(int k=0;k<2;k++){ double
	k1=g(t,y),k2=g(t+h*(double)0.5f,y+h*k1*(double)0.5f),k3=g(t+h*(double)0.5f,y+h*k2*(double)0.5f),k4=g(t+h,y+h*k3);
	y=y+h*(k1+(double)2*k2+(double)2*k3+k4)*(double)0.16666666666666666; t=t+h; } q[0]=y; q[1]=t;} p[0]; {double a=p[0],b=p[1],c=p[2],d=p[3]; { double
	r=a*c-b*d, i=a*d+b*c; a=r; b=i; } if(a*a+b*b>(double)4) { a=c; } { double r=a*c-b*d, i=a*d+b*c; a=r; b=i; } { double r=a*c+b*d, i=b*c-a*d; a=r;
	b=i; } if(a*a+b*b>(double)4) { a=c; } { double r=a*c+b*d, i=b*c-a*d; a=r; b=i; } if(a*a+b*b>(double)4) { a=c; } q[7-(0)]=a; q[7-(1)]=b;}
}
__global__ void horner_30(const double *p, double *q, int n)
{
	PLACE;
	double x=p[5]; q[0]=((((0.74)*x+p[5])*x+p[2])*x+p[7]); q[1]=x*x-(1.606)*x;
}
__global__ void bs_31(const __half *p, __half *q, int n)
{
	PLACE;
	__half x=p[0],x2=x*x,x3=x2*x; q[0]=(__half)1.69f+(__half)0.688f*x+(__half)0.576616f*x2+(__half)0.257f*x3; q[1]=x3-x2*p[1];
	q[2]=(x-x3*(__half)-1.7f)*(x2+x3);
}
__global__ void rk4_32(const __half *p, __half *q, int n)
{
	PLACE;
	__half y=p[0],t=p[1],h=(__half)0.051974f; auto g=[&](__half t,__half y)->__half{ return (__half)-0.262243f-y*y; }; for(int k=0;k<2;k++){ __half
	k1=g(t,y),k2=g(t+h*(__half)0.5f,y+h*k1*(__half)0.5f),k3=g(t+h*(__half)0.5f,y+h*k2*(__half)0.5f),k4=g(t+h,y+h*k3);
	y=y+h*(k1+(__half)2*k2+(__half)2*k3+k4)*(__half)0.16666667f; t=t+h; } q[0]=y; q[1]=t;
}
__global__ void fft_33(const float *p, float *q, int n)
{
	PLACE;
	float ar=p[0],ai=p[1],br=p[2],bi=p[3],cr=p[4],ci=p[5],dr=p[6],di=p[7];{ float tr=cr*(0.9f)-ci*(0.63f), ti=cr*(0.63f)+ci*(0.9f); cr=ar-tr; ci=ai-ti;
	ar=(ar)+tr; ai=ai+ti; } { float tr=dr*(-0.298579f)-di*(1.79f), ti=dr*(1.79f)+di*(-0.298579f); dr=br-tr; di=bi-ti; br=(br)+tr; bi=bi+ti; }
	q[0]=ar;q[1]=ai;q[2]=br;q[3]=bi;q[4]=cr;q[5]=ci;q[6]=dr;q[7]=di;
}
__global__ void nbody_34(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	__nv_bfloat16 a=p[0],b=p[1],c=p[2],d=p[3]; { __nv_bfloat16 r=a*c-b*d, i=a*d+b*c; a=r; b=i; } if(a*a+b*b>(__nv_bfloat16)4) { a=c; } { __nv_bfloat16
	r=a*c+b*d, i=b*c-a*d; a=r; b=i; } if(a*a+b*b>(__nv_bfloat16)4) { a=c; } q[0]=a; q[1]=b;
}
__global__ void layernorm_35(const __half *p, __half *q, int n)
{
	PLACE;
	__half a=p[0],b=p[1],c=p[2]; for(int k=0;k<6;k++){ __half x=(__half)0.8f*a+(__half)-1.16f*b-(__half)-0.079f*c; a=b; b=c; c=x*x - c; } q[0]=a;
	q[1]=b; q[2]=c;
}
__global__ void gemmtile_36(const float *p, float *q, int n)
{
	PLACE;
	float c[2][2]={}; for(int k=0;k<4;k++){ float a[2]={p[k],p[k+1]},b[2]={p[k+2],p[(k+4)%8]}; for(int i=0;i<2;i++) for(int j=0;j<2;j++)
	c[i][j]+=a[i]*b[j]; } q[0]=(-0.044f)*c[0][0]+(-1.558f)*p[0]; q[1]=(-1.390369f)*c[0][1]-p[1]*p[2]; q[2]=c[1][0]*c[1][1]; q[3]=c[1][1];
}
__global__ void softmax_37(const __nv_bfloat16 *p, __nv_bfloat16 *q, int n)
{
	PLACE;
	__nv_bfloat16 s=0;
#pragma unroll 2
	for(int k=0;k<n;k++) s+=p[k]*p[7-k]; q[0]=s; q[1]=s*s-p[0];
}
__global__ void ptx_38(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	asm volatile("{ .reg .b32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13,r14,r15,r16,r17,r18,r19,r20,r21,r22,r23,r24,r25,r26; .reg .pred p1,p2,pl; "
		"setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.b32 a0, [%0+0]; ld.global.b32 a1, [%0+4]; ld.global.b32 a2, [%0+8]; ld.global.b32 a3, "
		"[%0+12]; ld.global.b32 a4, [%0+16]; ld.global.b32 a5, [%0+20]; sub.f16x2 r6, a1, a2; mul.f16x2 a4, r6, r6; add.f16x2 r7, a0, a4; mul.f16x2 "
		"r8, a3, r6; sub.f16x2 a5, r8, r7; mul.f16x2 r9, a4, a1; add.f16x2 r10, r8, a3; add.f16x2 r11, a4, a3; add.f16x2 r9, r8, r10; sub.rn.f16x2 "
		"r12, r7, r9; add.f16x2 r7, r8, r7; mul.f16x2 r13, r11, r7; sub.f16x2 r14, r10, r8; mul.f16x2 r15, r13, r7; mul.f16x2 r13, r14, r7; mul.f16x2 "
		"r16, r14, r15; sub.f16x2 r17, r12, r16; add.f16x2 r18, r12, r13; add.f16x2 r19, r14, r13; add.f16x2 r20, r18, r15; mul.f16x2 r21, r17, r19; "
		"add.f16x2 r22, r19, r18; add.f16x2 r23, r18, r21; sub.f16x2 r24, r21, r16; add.f16x2 r19, r24, r20; mul.rn.f16x2 r25, r19, r18; add.f16x2 "
		"r22, r19, r21; add.f16x2 r21, r20, r19; mul.f16x2 r26, r25, r25; mul.f16x2 r19, r21, r19; st.global.b32 [%1+0], r24; st.global.b32 [%1+4], "
		"r23; st.global.b32 [%1+8], r19; st.global.b32 [%1+12], r21; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_39(const double *p, double *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f64 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.f64 a0, "
		"[%0+0]; ld.global.f64 a1, [%0+8]; ld.global.f64 a2, [%0+16]; ld.global.f64 a3, [%0+24]; ld.global.f64 a4, [%0+32]; ld.global.f64 a5, "
		"[%0+40]; mul.f64 r6, a0, a0; @!p2 bra L0_%=; sub.f64 a5, a1, r6; sub.f64 a5, a1, a1; add.f64 a2, a0, a2; mul.f64 a0, a0, a2; L0_%=: add.f64 "
		"a4, a3, a3; sub.f64 r6, a2, a0; add.f64 r7, a5, a2; mul.f64 a5, a4, r6; @!p1 bra L1_%=; add.f64 a4, r6, a3; add.f64 r7, r7, r6; mul.f64 r6, "
		"a5, a5; add.f64 r7, a2, a3; L1_%=: sub.f64 r8, r6, a3; add.f64 r9, r8, a2; mul.f64 r10, r6, a5; add.f64 r11, r10, r9; add.f64 r12, a4, r11; "
		"st.global.f64 [%1+0], r6; st.global.f64 [%1+8], r7; st.global.f64 [%1+16], a4; st.global.f64 [%1+24], r11; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_40(const float *p, float *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f32 a0,a1,a2,a3,a4,a5,r6; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.f32 a0, [%0+0]; ld.global.f32 a1, "
		"[%0+4]; ld.global.f32 a2, [%0+8]; ld.global.f32 a3, [%0+12]; ld.global.f32 a4, [%0+16]; ld.global.f32 a5, [%0+20]; fma.rn.f32 a3, a1, a3, "
		"a2; add.f32 r6, a2, a0; @p2 bra L0_%=; add.f32 a0, a3, a0; sub.f32 a5, a4, a5; sub.f32 a2, a2, a3; sub.f32 r6, a1, a1; bra L1_%=; L0_%=: "
		"add.f32 a4, a5, a2; mul.f32 a4, r6, a1; L1_%=: st.global.f32 [%1+0], a3; st.global.f32 [%1+4], a5; st.global.f32 [%1+8], a2; st.global.f32 "
		"[%1+12], r6; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_41(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	asm volatile("{ .reg .b32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.b32 a0, [%0+0]; "
		"ld.global.b32 a1, [%0+4]; ld.global.b32 a2, [%0+8]; ld.global.b32 a3, [%0+12]; ld.global.b32 a4, [%0+16]; ld.global.b32 a5, [%0+20]; mov.b32 "
		"r6, a5; mul.f16x2 r7, a0, a5; @!p2 bra L0_%=; mul.f16x2 r7, a1, a0; add.f16x2 r6, a2, a5; mul.f16x2 a1, a1, r7; bra L1_%=; L0_%=: sub.f16x2 "
		"a0, a3, a2; L1_%=: add.f16x2 r8, r7, a0; neg.f16x2 r9, r6; st.global.b32 [%1+0], a1; st.global.b32 [%1+4], r7; st.global.b32 [%1+8], a0; "
		"st.global.b32 [%1+12], r8; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_42(const float *p, float *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.f32 a0, "
		"[%0+0]; ld.global.f32 a1, [%0+4]; ld.global.f32 a2, [%0+8]; ld.global.f32 a3, [%0+12]; ld.global.f32 a4, [%0+16]; ld.global.f32 a5, [%0+20]; "
		"fma.rn.f32 a1, a3, a5, a5; add.f32 r6, a4, a2; add.f32 r7, a0, a5; mul.f32 r8, a5, a1; mul.f32 r9, a5, r8; sub.f32 r6, r8, a5; add.f32 r10, "
		"r8, r6; @!p2 bra L0_%=; sub.f32 r10, r6, r10; sub.f32 r6, r8, a4; sub.f32 a4, a4, a4; L0_%=: add.f32 r11, a5, r7; mul.f32 a1, r9, a4; "
		"mul.f32 r12, r8, a1; mul.f32 r10, r12, r8; st.global.f32 [%1+0], r8; st.global.f32 [%1+4], r6; st.global.f32 [%1+8], a1; st.global.f32 "
		"[%1+12], r12; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_43(const double *p, double *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f64 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13,r14,r15,r16,r17,r18; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 "
		"p2,%3,3; ld.global.f64 a0, [%0+0]; ld.global.f64 a1, [%0+8]; ld.global.f64 a2, [%0+16]; ld.global.f64 a3, [%0+24]; ld.global.f64 a4, "
		"[%0+32]; ld.global.f64 a5, [%0+40]; add.f64 r6, a3, a2; @p1 bra L0_%=; mul.f64 a0, a2, a4; add.f64 a2, a4, a0; sub.f64 a5, a2, a4; bra "
		"L1_%=; L0_%=: mul.f64 a5, a5, a5; add.f64 a2, a4, a5; L1_%=: add.f64 a1, a2, r6; add.f64 r7, a1, a2; @p1 bra L2_%=; sub.f64 a2, a0, a5; "
		"add.f64 a3, a4, a0; L2_%=: @!p1 bra L3_%=; mul.f64 a5, a4, a0; add.f64 a0, a3, a5; L3_%=: mul.f64 r8, r6, r7; add.f64 r8, a3, a0; add.f64 "
		"r9, a3, r7; @p1 bra L4_%=; add.f64 a2, r7, r7; add.f64 a0, r9, r8; bra L5_%=; L4_%=: sub.f64 r8, r7, a2; add.f64 a0, a0, r7; L5_%=: mul.f64 "
		"a2, r7, a1; mul.f64 r9, a1, a0; neg.f64 r10, a2; add.f64 r7, a0, r10; add.f64 r11, r7, a0; mul.f64 r9, r10, r9; mul.f64 r12, a2, a2; @p2 bra "
		"L6_%=; add.f64 a0, a2, r11; mul.f64 r12, a2, r11; L6_%=: @!p1 bra L7_%=; add.f64 a0, r7, r11; bra L8_%=; L7_%=: sub.f64 r12, r7, r10; L8_%=: "
		"sub.f64 r8, r7, r12; mul.f64 r13, r8, r10; mul.f64 r9, r12, r11; mul.f64 r8, r7, r9; add.rn.f64 r14, r9, r10; @p2 bra L9_%=; add.f64 r11, "
		"r7, r14; mul.f64 r13, r8, r12; mul.f64 r9, r8, r13; L9_%=: sub.f64 r15, r8, r9; add.f64 r11, a0, a0; add.f64 r16, r8, r8; sub.f64 r17, r11, "
		"r8; mul.f64 r18, r11, r11; st.global.f64 [%1+0], r13; st.global.f64 [%1+8], r17; st.global.f64 [%1+16], r18; st.global.f64 [%1+24], r15; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_44(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	asm volatile("{ .reg .b32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.b32 a0, [%0+0]; "
		"ld.global.b32 a1, [%0+4]; ld.global.b32 a2, [%0+8]; ld.global.b32 a3, [%0+12]; ld.global.b32 a4, [%0+16]; ld.global.b32 a5, [%0+20]; "
		"sub.f16x2 r6, a2, a5; mul.f16x2 r7, a0, a1; mul.f16x2 r8, a1, a3; @p1 bra L0_%=; add.f16x2 r6, r8, a1; mul.f16x2 r6, r7, r8; add.f16x2 a4, "
		"r8, r8; mul.f16x2 r6, a5, a5; bra L1_%=; L0_%=: sub.f16x2 r7, a1, a4; mul.f16x2 a4, a4, a2; sub.f16x2 r7, a5, r8; L1_%=: sub.f16x2 r9, a2, "
		"a5; st.global.b32 [%1+0], a2; st.global.b32 [%1+4], a5; st.global.b32 [%1+8], r6; st.global.b32 [%1+12], a4; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_45(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	asm volatile("{ .reg .b32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13,r14,r15,r16; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; "
		"ld.global.b32 a0, [%0+0]; ld.global.b32 a1, [%0+4]; ld.global.b32 a2, [%0+8]; ld.global.b32 a3, [%0+12]; ld.global.b32 a4, [%0+16]; "
		"ld.global.b32 a5, [%0+20]; mul.f16x2 r6, a4, a0; sub.f16x2 r7, a1, a4; add.f16x2 a0, a2, a4; add.f16x2 r8, r7, a2; add.rn.f16x2 a2, a0, a2; "
		"mul.f16x2 a0, a2, r7; mul.f16x2 r9, a2, r7; @p1 bra L0_%=; add.f16x2 r7, r9, a2; add.f16x2 r6, r7, r8; sub.f16x2 a0, a5, r6; L0_%=: "
		"mul.f16x2 r10, a4, r9; add.f16x2 r11, r10, r6; sub.f16x2 r12, r7, a2; @p1 bra L1_%=; sub.f16x2 a2, r9, r12; add.f16x2 r6, a2, r11; sub.f16x2 "
		"r11, r7, a0; L1_%=: mul.rn.f16x2 r13, r9, r9; neg.f16x2 r6, r12; mul.f16x2 r13, r6, r12; add.f16x2 r14, r13, r13; mul.f16x2 r6, r13, r14; "
		"neg.f16x2 r15, r10; add.f16x2 r16, r14, r14; @p1 bra L2_%=; sub.f16x2 r16, r16, r13; sub.f16x2 r15, r11, r15; bra L3_%=; L2_%=: sub.f16x2 "
		"r13, r16, r11; sub.f16x2 r13, r12, r15; mul.f16x2 r6, r12, r11; L3_%=: st.global.b32 [%1+0], r12; st.global.b32 [%1+4], r6; st.global.b32 "
		"[%1+8], r14; st.global.b32 [%1+12], r16; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_46(const float *p, float *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13,r14,r15,r16,r17,r18,r19,r20,r21,r22,r23,r24,r25,r26,r27; .reg .pred p1,p2,pl; "
		"setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.f32 a0, [%0+0]; ld.global.f32 a1, [%0+4]; ld.global.f32 a2, [%0+8]; ld.global.f32 a3, "
		"[%0+12]; ld.global.f32 a4, [%0+16]; ld.global.f32 a5, [%0+20]; sub.f32 r6, a0, a3; neg.f32 r7, a0; add.f32 r8, a3, a5; sub.f32 r9, a1, a2; "
		"neg.f32 r10, r6; sub.f32 r11, r9, r7; mul.f32 r12, r11, r11; mul.f32 r13, r9, r6; sub.f32 r14, r7, r7; mul.f32 r15, r10, r13; @p2 sub.f32 "
		"r15, r10, r8; add.rn.f32 r16, r12, r11; mul.f32 r17, r13, r13; add.f32 r18, r17, r15; add.f32 r19, r13, r16; @!p1 mul.f32 r13, r15, r13; "
		"sub.f32 r20, r15, r17; @p2 mul.f32 r15, r15, r19; sub.f32 r21, r15, r14; @!p1 sub.f32 r19, r13, r16; mul.f32 r22, r18, r16; @p2 bra L0_%=; "
		"add.f32 r17, r20, r20; add.f32 r15, r15, r19; mul.f32 r13, r15, r18; mul.f32 r21, r19, r17; L0_%=: @p2 bra L1_%=; add.f32 r20, r17, r22; "
		"L1_%=: add.f32 r23, r13, r21; @!p2 bra L2_%=; add.f32 r13, r19, r22; add.f32 r15, r13, r21; L2_%=: mul.f32 r24, r22, r17; add.f32 r25, r23, "
		"r23; sub.f32 r26, r23, r20; @!p2 bra L3_%=; mul.f32 r21, r26, r15; L3_%=: neg.f32 r27, r15; st.global.f32 [%1+0], r23; st.global.f32 [%1+4], "
		"r15; st.global.f32 [%1+8], r13; st.global.f32 [%1+12], r21; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_47(const float *p, float *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; ld.global.f32 a0, "
		"[%0+0]; ld.global.f32 a1, [%0+4]; ld.global.f32 a2, [%0+8]; ld.global.f32 a3, [%0+12]; ld.global.f32 a4, [%0+16]; ld.global.f32 a5, [%0+20]; "
		"sub.f32 r6, a3, a5; fma.rn.f32 r7, a5, a3, a5; sub.f32 r8, a2, a3; sub.f32 r9, r8, a2; sub.f32 r10, r6, a3; mul.f32 r11, a5, r9; mul.f32 "
		"r12, r10, r7; mul.f32 r13, r9, r9; st.global.f32 [%1+0], r9; st.global.f32 [%1+4], r7; st.global.f32 [%1+8], r13; st.global.f32 [%1+12], "
		"r11; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_48(const __half *p, __half *q, int n)
{
	PLACE;
	asm volatile("{ .reg .b16 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13,r14,r15; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; "
		"ld.global.b16 a0, [%0+0]; ld.global.b16 a1, [%0+2]; ld.global.b16 a2, [%0+4]; ld.global.b16 a3, [%0+6]; ld.global.b16 a4, [%0+8]; "
		"ld.global.b16 a5, [%0+10]; sub.f16 r6, a5, a1; sub.f16 r7, a0, r6; @!p1 bra L0_%=; sub.f16 a5, a2, r7; sub.f16 a3, a4, a4; bra L1_%=; L0_%=: "
		"mul.f16 a3, a2, a4; add.f16 a4, a1, a1; mul.f16 r6, a2, a3; L1_%=: sub.f16 r8, a4, a2; mul.f16 r9, r7, a4; add.f16 r10, a2, a3; add.f16 r11, "
		"r6, a3; mul.f16 r12, r6, r11; add.f16 r13, a3, a4; add.f16 r14, r6, r8; sub.f16 r6, r6, r9; mul.f16 r15, r11, r13; st.global.b16 [%1+0], "
		"r13; st.global.b16 [%1+2], r15; st.global.b16 [%1+4], r10; st.global.b16 [%1+6], r14; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void ptx_49(const float *p, float *q, int n)
{
	PLACE;
	asm volatile("{ .reg .f32 a0,a1,a2,a3,a4,a5,r6,r7,r8,r9,r10,r11,r12,r13,r14,r15,r16; .reg .pred p1,p2,pl; setp.lt.s32 p1,%2,4; setp.lt.s32 p2,%3,3; "
		"ld.global.f32 a0, [%0+0]; ld.global.f32 a1, [%0+4]; ld.global.f32 a2, [%0+8]; ld.global.f32 a3, [%0+12]; ld.global.f32 a4, [%0+16]; "
		"ld.global.f32 a5, [%0+20]; sub.f32 r6, a4, a1; add.f32 r7, a4, r6; sub.f32 r8, a2, r7; sub.f32 r9, a5, a1; mul.f32 r10, r6, r8; mul.f32 r11, "
		"r6, r6; @!p2 bra L0_%=; mul.f32 r8, a5, r11; L0_%=: mul.f32 r12, r6, r9; mul.f32 r13, r12, r8; mul.f32 r14, r10, r13; mul.f32 r15, r12, r9; "
		"mul.f32 r16, r11, r15; st.global.f32 [%1+0], r8; st.global.f32 [%1+4], r14; st.global.f32 [%1+8], r13; st.global.f32 [%1+12], r12; } "
		:: "l"(__cvta_generic_to_global(p)),"l"(__cvta_generic_to_global(q)),"r"(threadIdx.x),"r"(n) : "memory");
}
__global__ void random_53(const double *p, double *q, int n)
{
	PLACE;
	double v0=p[0]; double v1=p[1]; double v2=p[2]; double v3=p[3]; double v4=p[4]; double v5=p[5]; double v6=v2*v4-v4*v1; double v7=v2+v2; double
	v8=v0+v2; double v9=v5*v8-v2*v3; double v10=v3-v5*v8; double v11=v4*v10; q[0]=v11;
}
__global__ void random_54(const double *p, double *q, int n)
{
	PLACE;
	double v0=p[0]; double v1=p[1]; double v2=p[2]; double v3=p[3]; double v4=p[4]; double v5=p[5]; double v6=v4-v5*v3; double v7=v6-v0; double
	v8=v5-v2; double v9=v2*v5; double v10=v8+v3; double v11=v10*v9; double v12=v10-v7; double v13=v12*v12+v6*v9; q[0]=v7; q[1]=v10;
}
__global__ void random_55(const double *p, double *q, int n)
{
	PLACE;
	double v0=p[0]; double v1=p[1]; double v2=p[2]; double v3=p[3]; double v4=p[4]; double v5=p[5]; for(int it=0;it<n;it++){ double v6=v1+v1; double
	v7=v6*v1; double v8=v7-v1*v1; double v9=v3*v7; v0=v9; if(it==n-1){ q[0]=v9; q[1]=v7; } }
}
__global__ void random_56(const double *p, double *q, int n)
{
	PLACE;
	double v0=p[0]; double v1=p[1]; double v2=p[2]; double v3=p[3]; double v4=p[4]; double v5=p[5]; for(int it=0;it<n;it++){ double v6=-(v0*v1)+v5;
	double v7=v4-v0*v4; double v8=v5*v1; double v9=v6-v6*v6; double v10=v8-v3*v4; double v11=v6-v9; double v12=v11-v4*v9; double v13=v8+v7; v0=v12;
	if(it==n-1){ q[0]=v12; q[1]=v13; } }
}
__global__ void random_57(const double *p, double *q, int n)
{
	PLACE;
	double v0=p[0]; double v1=p[1]; double v2=p[2]; double v3=p[3]; double v4=p[4]; double v5=p[5]; for(int it=0;it<n;it++){ double v6=-(v2*v5)+v2;
	double v7=v3-v0; double v8=v2-v2; v0=v6; if(it==n-1){ q[0]=v6; q[1]=v7; } }
}
__global__ void random_58(const __half *p, __half *q, int n)
{
	PLACE;
	__half v0=p[0]; __half v1=p[1]; __half v2=p[2]; __half v3=p[3]; __half v4=p[4]; __half v5=p[5]; for(int it=0;it<n;it++){ __half v6=v1*v5; __half
	v7=v6-v3; __half v8=v4*v2; __half v9=v8*v8; __half v10=v9*v5; __half v11=v10-v7; v0=v7; if(it==n-1){ q[0]=v7; q[1]=v11; q[2]=v9; } }
}
__global__ void random_59(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	__half2 v0=p[0]; __half2 v1=p[1]; __half2 v2=p[2]; __half2 v3=p[3]; __half2 v4=p[4]; __half2 v5=p[5]; __half2 v6=v5*v3; __half2 v7=v2+v5; __half2
	v8=v2*v4; __half2 v9=v7*v1; q[0]=v6; q[1]=v8; q[2]=v9;
}
__global__ void random_60(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	__half2 v0=p[0]; __half2 v1=p[1]; __half2 v2=p[2]; __half2 v3=p[3]; __half2 v4=p[4]; __half2 v5=p[5]; __half2 v6=v4-v5; __half2 v7=v2*v2; __half2
	v8=v6*v0; __half2 v9=v4*v3; __half2 v10=v5-v4; __half2 v11=v4-v3; __half2 v12=v11*v6; __half2 v13=v9-v12; __half2 v14=v8-v8; __half2 v15=v14*v9;
	__half2 v16=v13+v9; __half2 v17=v11*v10; __half2 v18=v11-v16; __half2 v19=v17*v18; __half2 v20=v18-v12; __half2 v21=v17*v15; __half2 v22=v19+v15;
	__half2 v23=v22-v22; __half2 v24=v16*v22; __half2 v25=v21+v20; if((threadIdx.x^n)&1){ q[3]=v13+v7; } q[0]=v24; q[1]=v23;
}
__global__ void random_61(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	__half2 v0=p[0]; __half2 v1=p[1]; __half2 v2=p[2]; __half2 v3=p[3]; __half2 v4=p[4]; __half2 v5=p[5]; __half2 v6=v4+v0; __half2 v7=v1*v6; __half2
	v8=v7+v1; if((threadIdx.x^n)&1){ q[3]=v7+v3; } q[0]=v6; q[1]=v7; q[2]=v8;
}
__global__ void random_62(const __half2 *p, __half2 *q, int n)
{
	PLACE;
	__half2 v0=p[0]; __half2 v1=p[1]; __half2 v2=p[2]; __half2 v3=p[3]; __half2 v4=p[4]; __half2 v5=p[5]; __half2 v6=v2+v3; __half2 v7=v2+v1; __half2
	v8=v6*v6; __half2 v9=v4+v6; __half2 v10=v7-v8; __half2 v11=v6+v6; __half2 v12=v4-v11; __half2 v13=v10*v6; __half2 v14=v8-v7; __half2 v15=v14+v8;
	__half2 v16=v12*v9; __half2 v17=v14*v13; if((threadIdx.x^n)&1){ q[3]=v10+v0; } q[0]=v16; q[1]=v17; q[2]=v13;
}
__global__ void k209_norm(const double *p, double *q, int n)
{
	PLACE;
	double x=p[0],y=p[1],z=p[2]; double l=sqrt(x*x+y*y+z*z); double i=rsqrt(l); q[0]=x*i; q[1]=y*i-z; q[2]=z*i+p[3]*x; q[3]=l*l-x*x;
}
__global__ void k148_layernorm(const double *p, double *q, int n)
{
	PLACE;
	double s=0,s2=0; for(int k=0;k<4;k++){ s+=p[k]; s2+=p[k]*p[k]; } double mu=s*(0.61),var=s2*(0.813)-mu*mu+(4.14); double is=rsqrt(fabs(var));
	for(int k=0;k<4;k++) q[k]=(p[k]-mu)*is*(1.603)+(-1.6);
}
__global__ void k86_layernorm(const double *p, double *q, int n)
{
	PLACE;
	double s=0,s2=0; for(int k=0;k<n;k++){ s+=p[k]; s2+=p[k]*p[k]; } double mu=s*(0.521574),var=s2*(0.4)-mu*mu+(4.5); double is=rsqrt(fabs(var));
	for(int k=0;k<n;k++) q[k]=(p[k]-mu)*is*(1.950117)+(-1.16);
}

static const Case cases[] = {
	{ "stencil_0", run<float, stencil_0>, 0xf9905792430335a9 },
	{ "mandel_1", run<float, mandel_1>, 0xaeede52b94c9057d },
	{ "norm_2", run<double, norm_2>, 0xe8e4fe799c07052a },
	{ "mandel_3", run<float, mandel_3>, 0x62329af27117b3f4 },
	{ "lerp_4", run<__nv_bfloat16, lerp_4>, 0x9c71bb678c79e8c8 },
	{ "dot_5", run<float, dot_5>, 0x693ae8bf78594a04 },
	{ "cmul_6", run<__half, cmul_6>, 0x40fb3bd604d53f6b },
	{ "cmul_7", run<float, cmul_7>, 0x179ae9fa344d5888 },
	{ "ray_8", run<float, ray_8>, 0xaa757cf7f3911f73 },
	{ "softmax_9", run<__nv_bfloat16, softmax_9>, 0xb932cd21d4ac1995 },
	{ "fft_10", run<float, fft_10>, 0x3449f4114da1d2b0 },
	{ "nbody_11", run<__nv_bfloat16, nbody_11>, 0x0680544ce58b7663 },
	{ "gemmtile_12", run<double, gemmtile_12>, 0xdf52dcc444e45573 },
	{ "poly_13", run<__nv_bfloat16, poly_13>, 0xfe649c5c3b461458 },
	{ "mat3_14", run<float, mat3_14>, 0x0698dbef47f8a52f },
	{ "mat3_15", run<__nv_bfloat16, mat3_15>, 0x68c4cbeb142698b0 },
	{ "poly_16", run<float, poly_16>, 0x77f3f6e345b89ccf },
	{ "bs_17", run<__half, bs_17>, 0xd5c9f4cee0fef323 },
	{ "mixed_18", run<double, mixed_18>, 0xcfa01080afc9c36c },
	{ "ray_19", run<double, ray_19>, 0x9e6e77b35c61ac43 },
	{ "horner_20", run<__nv_bfloat16, horner_20>, 0x16dbdb757918508d },
	{ "quat_21", run<float, quat_21>, 0x30bdfc0ada14d39a },
	{ "dot_22", run<double, dot_22>, 0xf88208a19dcefa56 },
	{ "norm_23", run<float, norm_23>, 0x4ad77f7fa24d9906 },
	{ "layernorm_24", run<__half, layernorm_24>, 0x3ef4be235c2466eb },
	{ "quat_25", run<double, quat_25>, 0xc2afb30de47010de },
	{ "mixed_26", run<double, mixed_26>, 0xe30d180a36b1b534 },
	{ "lerp_27", run<__nv_bfloat16, lerp_27>, 0xf9575fa399d07a79 },
	{ "stencil_28", run<__half, stencil_28>, 0x506d9bb485fa4673 },
	{ "rk4_29", run<double, rk4_29>, 0x52cae0d7a389edd0 },
	{ "horner_30", run<double, horner_30>, 0x4e17ed6eb34235fd },
	{ "bs_31", run<__half, bs_31>, 0x14fe16db86872181 },
	{ "rk4_32", run<__half, rk4_32>, 0x99397fc1a307447f },
	{ "fft_33", run<float, fft_33>, 0xdeeff92fbb7fbb19 },
	{ "nbody_34", run<__nv_bfloat16, nbody_34>, 0xeec82bda0d64959a },
	{ "layernorm_35", run<__half, layernorm_35>, 0x734f7c6529fdb87c },
	{ "gemmtile_36", run<float, gemmtile_36>, 0x5b2cb908b4d9312f },
	{ "softmax_37", run<__nv_bfloat16, softmax_37>, 0xe0685ad3a808feaf },
	{ "ptx_38", run<__half2, ptx_38>, 0xca8c04fcdfd1b1e1 },
	{ "ptx_39", run<double, ptx_39>, 0xfed11416cf8f8d94 },
	{ "ptx_40", run<float, ptx_40>, 0x3436d04588df2f70 },
	{ "ptx_41", run<__half2, ptx_41>, 0x8a61a7e9e4052cfc },
	{ "ptx_42", run<float, ptx_42>, 0x1b58a21159334b56 },
	{ "ptx_43", run<double, ptx_43>, 0x401a078ebb44f758 },
	{ "ptx_44", run<__half2, ptx_44>, 0x6d855e916081069f },
	{ "ptx_45", run<__half2, ptx_45>, 0xe31c0799cd10b4ff },
	{ "ptx_46", run<float, ptx_46>, 0x8fb2b6d4190f50ac },
	{ "ptx_47", run<float, ptx_47>, 0x6ae91b2a7e792101 },
	{ "ptx_48", run<__half, ptx_48>, 0x777ce51b76f92dc5 },
	{ "ptx_49", run<float, ptx_49>, 0x93e13d2fefde801e },
	{ "random_53", run<double, random_53>, 0x8e643add8b1fbf4d },
	{ "random_54", run<double, random_54>, 0x11e3fd2142656100 },
	{ "random_55", run<double, random_55>, 0xe38a14fcbe6b3620 },
	{ "random_56", run<double, random_56>, 0x821bd5dff4b2af8c },
	{ "random_57", run<double, random_57>, 0x3ff300db7460faf4 },
	{ "random_58", run<__half, random_58>, 0x06aac59f5eae5e0c },
	{ "random_59", run<__half2, random_59>, 0x7c50614850bf806b },
	{ "random_60", run<__half2, random_60>, 0xc15425ad60e92211 },
	{ "random_61", run<__half2, random_61>, 0xb175b1fc42ae85b0 },
	{ "random_62", run<__half2, random_62>, 0x9a9887aa2e2b3abe },
	{ "k209_norm", run<double, k209_norm>, 0xaca75ef8f8b4f202 },
	{ "k148_layernorm", run<double, k148_layernorm>, 0xa5f6dc5115c6fbc2 },
	{ "k86_layernorm", run<double, k86_layernorm>, 0xb084f5d7b43be9bc },
};

int main(int argc, char **argv)
{
	bool record = argc > 1 && !strcmp(argv[1], "record");

	for (const auto &c : cases) {
		uint64_t got = c.run(c.name);
		if (record)
			printf("%s %016llx\n", c.name, (unsigned long long)got);
		else
			expect(got == c.want, "%s: the results' hash is %016llx, an H200's %016llx", c.name, (unsigned long long)got, (unsigned long long)c.want);
	}
	return record ? 0 : finish();
}
