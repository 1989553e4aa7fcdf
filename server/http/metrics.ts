import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

interface MetricsOptions {
  /** Open sockets of this server. */
  countSockets: () => number;
  /** Whether this server follows the change stream without delay. */
  isLive: () => boolean;
}

export interface Metrics {
  /** Measures API requests by route. */
  measureRequest: RequestHandler;
  /** Answers a Prometheus scrape. */
  handleScrape: RequestHandler;
  countCommit: () => void;
}

/** Longer than the default of 10 ms, which wakes an idle process a hundred times a second. */
const eventLoopSampleIntervalMs = 100;

/** Metrics of the process. All servers of the process share them, because tests start several. */
const processRegistry = new Registry();
let isCollecting = false;

/** Prometheus metrics of one server, without personal data. */
export function createMetrics({ countSockets, isLive }: MetricsOptions): Metrics {
  if (!isCollecting)
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: eventLoopSampleIntervalMs });
  isCollecting = true;
  const serverRegistry = new Registry();
  const registers = [serverRegistry];
  const requestSeconds = new Histogram({
    name: "portal_request_seconds",
    help: "Time from request to response",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const commitCounter = new Counter({
    name: "portal_commits_total",
    help: "Transactions read from the change stream",
    registers,
  });
  new Gauge({
    name: "portal_sockets",
    help: "Open sockets",
    registers,
    collect() {
      this.set(countSockets());
    },
  });
  new Gauge({
    name: "portal_live",
    help: "1 while this server follows the commits",
    registers,
    collect() {
      this.set(isLive() ? 1 : 0);
    },
  });
  const mergedRegistry = Registry.merge([processRegistry, serverRegistry]);
  return {
    measureRequest: (req, res, next) => {
      const stopTimer = requestSeconds.startTimer();
      res.once("finish", () => {
        // Unknown URLs share one label, as each label is a time series.
        const route = typeof req.route?.path === "string" ? req.route.path : "none";
        stopTimer({ method: req.method, route, status: res.statusCode });
      });
      next();
    },
    handleScrape: async (_req, res) => {
      res.type(mergedRegistry.contentType).send(await mergedRegistry.metrics());
    },
    countCommit: () => commitCounter.inc(),
  };
}
