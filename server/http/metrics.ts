import type { RequestHandler } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

interface MetricsOptions {
  /** Open sockets of this server. */
  sockets: () => number;
  /** Is the stream of commits open? */
  isLive: () => boolean;
}

export interface Metrics {
  /** Times every request of the API by its route. */
  measureRequest: RequestHandler;
  /** Answers what a Prometheus server asks for. */
  handleScrape: RequestHandler;
  countCommit: () => void;
}

/** Looked at as often as the library would by itself, the process is woken a hundred times a second for nothing else. */
const eventLoopSampleIntervalMs = 100;

/** Of the process as a whole, however many portals are open in it. */
const processRegistry = new Registry();
let isCollecting = false;

/** The figures of one server for its operators; nothing in them is of a person or a house. */
export function createMetrics({ sockets, isLive }: MetricsOptions): Metrics {
  if (!isCollecting)
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: eventLoopSampleIntervalMs });
  isCollecting = true;
  const own = new Registry();
  const registers = [own];
  const requests = new Histogram({
    name: "portal_request_seconds",
    help: "Time from request to answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const commits = new Counter({
    name: "portal_commits_total",
    help: "Transactions heard from the database",
    registers,
  });
  new Gauge({
    name: "portal_sockets",
    help: "Open live connections",
    registers,
    collect() {
      this.set(sockets());
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
  const all = Registry.merge([processRegistry, own]);
  return {
    measureRequest: (req, res, next) => {
      const stop = requests.startTimer();
      res.once("finish", () => {
        // An address that leads nowhere is no route; each of them would be a series of its own.
        const route = typeof req.route?.path === "string" ? req.route.path : "none";
        stop({ method: req.method, route, status: res.statusCode });
      });
      next();
    },
    handleScrape: async (_req, res) => {
      res.type(all.contentType).send(await all.metrics());
    },
    countCommit: () => commits.inc(),
  };
}
