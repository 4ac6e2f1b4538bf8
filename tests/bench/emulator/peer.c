/* peer: the other side of the comparison (work.h): the same algorithms in OpenCL C (kernels.cl) on PoCL, which compiles
 * them to native code of this CPU and counts and checks nothing. peer FILE.cl; POCL_MAX_PTHREAD_COUNT in the
 * environment says how many threads run them. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "work.h"

struct side {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_mem buffer[3];
};

static void must(cl_int r, const char *what)
{
	char why[32];

	snprintf(why, sizeof why, "OpenCL error %d", (int)r);
	if (r)
		work_die(what, why);
}

static cl_device_id find_pocl(void)
{
	cl_platform_id p[16];
	cl_device_id d;
	cl_uint n = 0;
	char name[128];

	if (clGetPlatformIDs(16, p, &n) || n > 16)
		n = 0;
	for (cl_uint k = 0; k < n; k++)
		if (!clGetPlatformInfo(p[k], CL_PLATFORM_NAME, sizeof name, name, NULL) &&
			strstr(name, "Portable Computing Language") &&
			!clGetDeviceIDs(p[k], CL_DEVICE_TYPE_CPU, 1, &d, NULL))
			return d;
	work_die("OpenCL", "PoCL is not installed");
}

static struct work_time run(void *user, const struct work *w, uint64_t *instructions)
{
	struct side *s = user;
	cl_int r;
	cl_kernel kernel = clCreateKernel(s->program, w->kernel, &r);
	struct work_time begin, total = { 0, 0 };

	(void)instructions;
	must(r, w->kernel);
	for (int k = 0; k < w->nlaunches; k++) {
		const struct work_launch *o = &w->launch[k];
		size_t local[2] = { o->block[0], o->block[1] },
		       global[2] = { o->grid[0] * local[0], o->grid[1] * local[1] };
		cl_uint arg = 0;

		must(clSetKernelArg(kernel, arg++, sizeof(cl_mem), &s->buffer[o->in]), "argument");
		if (w->args != WORK_REDUCE)
			must(clSetKernelArg(kernel, arg++, sizeof(cl_mem), &s->buffer[1]), "argument");
		must(clSetKernelArg(kernel, arg++, sizeof(cl_mem), &s->buffer[o->out]), "argument");
		if (w->args != WORK_REDUCE)
			must(clSetKernelArg(kernel, arg++, sizeof(cl_int), &w->n), "argument");
		begin = work_begin();
		must(clEnqueueNDRangeKernel(s->queue, kernel, 2, NULL, global, local, 0, NULL, NULL), w->kernel);
		must(clFinish(s->queue), w->kernel);
		work_end(&total, begin);
	}
	clReleaseKernel(kernel);
	return total;
}

static void copy(void *user, int buffer, void *host, int to_device)
{
	struct side *s = user;

	must(to_device ?
			clEnqueueWriteBuffer(s->queue, s->buffer[buffer], CL_TRUE, 0, WORK_BYTES, host, 0, NULL, NULL) :
			clEnqueueReadBuffer(s->queue, s->buffer[buffer], CL_TRUE, 0, WORK_BYTES, host, 0, NULL, NULL),
		"copy");
}

int main(int argc, char **argv)
{
	static char text[1 << 16];
	const char *source = text;
	cl_device_id d = find_pocl();
	struct side s;
	cl_int r;
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;

	if (!f || !fread(text, 1, sizeof text - 1, f))
		work_die("usage", "peer FILE.cl");
	fclose(f);
	s.context = clCreateContext(NULL, 1, &d, NULL, NULL, &r);
	must(r, "context");
	s.queue = clCreateCommandQueue(s.context, d, 0, &r);
	must(r, "queue");
	s.program = clCreateProgramWithSource(s.context, 1, &source, NULL, &r);
	must(r, argv[1]);
	must(clBuildProgram(s.program, 1, &d, "", NULL, NULL), argv[1]);
	for (int k = 0; k < 3; k++) {
		s.buffer[k] = clCreateBuffer(s.context, CL_MEM_READ_WRITE, WORK_BYTES, NULL, &r);
		must(r, "buffer");
	}
	return work_serve(&s, run, copy);
}
