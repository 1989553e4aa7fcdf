import { createServer } from "node:http";
import express from "express";
import jwt from "jsonwebtoken";
import mongoose from "mongoose";
import { Server } from "socket.io";
import { buildInstallments, paidFields } from "./dataset.ts";

/**
 * The least code of a live schedule, with the routes of the portal: Express, the driver and Socket.IO with a token
 * check; one updateOne and one emit for each payment. No transactions, permissions, totals or history. MONGODB_URI
 * names the database.
 */
const secret = "not a secret: only for this measurement";
const room = "schedule";

const connection = await mongoose.createConnection(process.env.MONGODB_URI ?? "").asPromise();
const schedule = connection.collection<{ _id: number }>("schedule");

const app = express();
app.use(express.json());
app.post("/api/auth/login", (_req, res) => void res.json({ token: jwt.sign({ sub: "1" }, secret) }));
app.use((req, _res, next) => {
  jwt.verify(req.headers.authorization?.slice("Bearer ".length) ?? "", secret);
  next();
});
app.put("/api/payment-schedule/:id", async (req, res) => {
  const id = Number(req.params.id);
  const paid = paidFields(new Date());
  await schedule.updateOne({ _id: id }, { $set: paid });
  io.to(room).emit("changes", { changes: [{ id, ...paid }] });
  res.json({ success: true, data: { id, ...paid } });
});
app.get("/api/payment-schedule", async (_req, res) => {
  res.json({ success: true, data: await schedule.find().toArray() });
});
app.post("/api/payment-schedule", async (_req, res) => {
  const rows = buildInstallments();
  await schedule.insertMany(rows.map((row) => ({ _id: row.PaymentScheduleID, ...row })));
  io.to(room).emit("changes", { changes: rows.map((row) => ({ id: row.PaymentScheduleID, record: row })) });
  res.json({ success: true, data: rows.length });
});

const http = createServer(app);
const io = new Server(http, { serveClient: false });
io.use((socket, next) => {
  jwt.verify(String(socket.handshake.auth.token), secret);
  next();
});
io.on("connection", (socket) => {
  socket.on("watch", (_resources: unknown, ack: (watching: object) => void) => {
    void socket.join(room);
    ack({});
  });
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  if (typeof address === "object") console.log(`The floor is open at http://127.0.0.1:${address?.port}`);
});
