import { type Context, DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { log } from '@/lib/core/log';
import { type Span, type SpanContext, type SpanDetails, setTracing, type Tracing } from '@/lib/core/tracing';
import { VERSION } from '@/lib/core/version';
import { traceStatements } from '@/lib/data/traced-statements';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Spans by the SDK of OpenTelemetry. Its provider and its contexts are not the global ones: libraries that find a global
 * provider write addresses with their paths into spans, and ours contain tokens.
 */
class SdkTracing implements Tracing {
  readonly #tracer;
  readonly #contexts = new AsyncLocalStorageContextManager().enable();

  constructor(provider: BasicTracerProvider) {
    this.#tracer = provider.getTracer('botplay');
  }

  startSpan(name: string, { kind, attributes, traceparent }: SpanDetails): Span {
    const active = this.#contexts.active();
    const remote = traceparent ? parseTraceParent(traceparent) : null;
    const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : active;
    const replaced = remote ? trace.getSpanContext(active) : undefined;
    const span = this.#tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: { ...attributes }, links: replaced ? [{ context: replaced }] : [] },
      parent,
    );
    const context = trace.setSpan(parent, span);
    return {
      context: span.spanContext(),
      run: (work) => this.#run(context, work),
      setAttribute: (attribute, value) => void span.setAttribute(attribute, value),
      addLink: (to) => void span.addLink({ context: to }),
      end(fault) {
        if (fault !== undefined) {
          span.setAttribute('error.type', fault);
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  current(): SpanContext | undefined {
    return trace.getSpanContext(this.#contexts.active());
  }

  #run<T>(context: Context, work: () => T): T {
    return this.#contexts.with(context, work);
  }

  disable(): void {
    this.#contexts.disable();
  }
}

/** The resource of the spans: name and version of the product, unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES say otherwise. */
function resourceOfProcess() {
  const product = resourceFromAttributes({ 'service.name': 'botplay', 'service.version': VERSION });
  return defaultResource()
    .merge(product)
    .merge(detectResources({ detectors: [envDetector] }));
}

/** Faults of the export go to the log, without the trace of their calls: an endpoint that is away must not fill it. */
function logFaults(): void {
  const warn = (reason: string) => log.warn({ reason: reason.slice(0, 500) }, 'traces could not be exported');
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((thrown) => warn(thrown instanceof Error ? thrown.message : JSON.stringify(thrown)));
}

/**
 * Begins to trace, by the standard variables: OTEL_EXPORTER_OTLP_*, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, OTEL_BSP_*,
 * OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES. Returns the function that sends the last spans and stops.
 */
export function startSpans(): () => Promise<void> {
  logFaults();
  const provider = new BasicTracerProvider({
    resource: resourceOfProcess(),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracing = new SdkTracing(provider);
  setTracing(tracing);
  const untraceStatements = traceStatements(tracing);
  return async () => {
    setTracing(null);
    untraceStatements();
    await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'the last traces were not exported'));
    tracing.disable();
  };
}
