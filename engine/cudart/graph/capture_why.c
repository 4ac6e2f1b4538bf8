/* capture_why: why a call that has spoilt a capture must not do so, in words. */
#include "cudart/graph/graph.h"

cudaError_t capture_say_why(enum dp_call call, uint32_t kernel, cudaError_t e)
{
	static const struct {
		cudaError_t e;
		const char *why;
	} why[] = {
		{ cudaErrorStreamCaptureUnsupported,
			"the stream is being captured (cudaStreamBeginCapture): what is captured does not run yet, so "
			"it cannot be waited for, asked for or launched there; end the capture first" },
		{ cudaErrorStreamCaptureImplicit,
			"a stream is being captured (cudaStreamBeginCapture), and the legacy default stream, or a call "
			"that waits, would have to wait for it: use the captured stream and calls that end in Async, "
			"or do it before or after the capture" },
		{ cudaErrorCapturedEvent,
			"the event was recorded in a stream that is being captured (cudaStreamBeginCapture): what is "
			"captured does not run yet, so it cannot be waited for or asked for" },
		{ cudaErrorStreamCaptureWrongThread,
			"another thread began the capture, and has to end it, too (unless it began it as relaxed); now "
			"the "
			"capture is over, and there is no graph" },
		{ cudaErrorStreamCaptureMerge, "the event belongs to another capture than the stream" },
		{ cudaErrorStreamCaptureIsolation,
			"the stream is being captured, and the event was recorded outside of the capture: record it "
			"within, in a stream that is captured, too" },
		{ cudaErrorStreamCaptureUnjoined,
			"a stream that has joined the capture by an event is not waited for at its end: record an "
			"event after its last work (cudaEventRecord), and let the first stream wait for it "
			"(cudaStreamWaitEvent)" },
		{ cudaErrorStreamCaptureUnmatched, "the capture began in another stream, and ends there" },
		{ cudaErrorIllegalState, "the stream is not being captured" },
	};

	for (size_t i = 0; i < sizeof why / sizeof *why; i++)
		if (why[i].e == e)
			return cudart_refuse_launch(call, e, kernel, why[i].why);
	return e;
}
