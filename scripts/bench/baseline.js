// The baseline server: a minimal live schedule with the routes of the portal, on Express, the MongoDB driver and
// Socket.IO with a token check. Each payment is one command and one emit. It has no transactions, permissions, totals
// or history. MONGODB_URI names the database. Plain JavaScript, so that no compiler is loaded.
import { createServer } from "node:http";
import express from "express";
import jwt from "jsonwebtoken";
import { MongoClient } from "mongodb";
import { Server } from "socket.io";

const secret = "not a secret: only for this measurement";
const room = "schedule";
const mongo = await MongoClient.connect(process.env.MONGODB_URI);
const schedule = mongo.db().collection("schedule");

const app = express();
app.use(express.json());
app.post("/api/auth/login", (_req, res) => res.json({ token: jwt.sign({ sub: "1" }, secret) }));
app.use((req, _res, next) => {
  jwt.verify(req.headers.authorization?.slice("Bearer ".length) ?? "", secret);
  next();
});
app.put("/api/payment-schedule/:id", async (req, res) => {
  const id = Number(req.params.id);
  const day = new Date().toISOString().slice(0, 10);
  const paid = { IsPaid: 1, AmountReceived: 3500, TickedAmount: 3500, TickedDate: day, PaidDate: day };
  const options = { returnDocument: "after", projection: { _id: 0 } };
  const record = await schedule.findOneAndUpdate({ _id: id }, { $set: paid }, options);
  io.to(room).emit("changes", { changes: [{ id, record }] });
  res.json({ success: true, data: record });
});
app.get("/api/payment-schedule", async (_req, res) => {
  res.json({ success: true, data: await schedule.find().toArray() });
});
app.post("/api/payment-schedule", async (req, res) => {
  const rows = buildInstallments(req.body.plotCount);
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
  socket.on("watch", (_resources, ack) => {
    void socket.join(room);
    ack({});
  });
});
http.listen(0, "127.0.0.1", () =>
  console.log(`The baseline server is open at http://127.0.0.1:${http.address().port}`),
);

/**
 * Twelve installments for each plot, with the fields of the portal's responses except the account, the billing month,
 * the waived amounts and the mark of duplicates. Ids start at 1.
 */
function buildInstallments(plotCount) {
  return Array.from({ length: plotCount * 12 }, (_, index) => {
    const PlotID = Math.floor(index / 12) + 1;
    const month = (index % 12) + 1;
    return {
      PaymentScheduleID: index + 1,
      IsPaid: 0,
      PlotID,
      CategoryID: 1,
      PaymentPlanID: 1,
      InstallmentNumber: month,
      DueDate: `2026-${String(month).padStart(2, "0")}-10`,
      Amount: 3500,
      GracePeriodDays: 10,
      PenaltyAmount: 0,
      PenaltyApplied: 0,
      AmountReceived: 0,
      TickedAmount: 0,
      TickedDate: null,
      PaidDate: null,
      Created_at: "2026-01-01T00:00:00.000Z",
      Version: 1,
      HouseNo: `B-${String(PlotID).padStart(5, "0")}`,
      OwnerName: `Owner of B-${String(PlotID).padStart(5, "0")}`,
      CategoryName: "A",
    };
  });
}
