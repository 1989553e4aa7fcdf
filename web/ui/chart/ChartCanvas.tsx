import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import ReactECharts from "echarts-for-react/esm/core";
import { useEffect, useState } from "react";
import { useEvent } from "../../hooks/useEvent.ts";

echarts.use([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, CanvasRenderer]);

interface ChartCanvasProps {
  option: echarts.EChartsCoreOption;
  /** Called with the index of the category at which a chart with axes is clicked, or of the slice of a pie. */
  onSelect?: ((index: number) => void) | undefined;
}

/** Draws a chart. Import this file lazily, because it imports ECharts. */
export function ChartCanvas({ option, onSelect }: ChartCanvasProps) {
  const isFontReady = useIsFontReady();
  const select = useEvent((index: number) => onSelect?.(index));

  function handleReady(chart: echarts.ECharts) {
    resizeWithElement(chart);
    if (!onSelect) return;
    if ("xAxis" in option) selectAlongAxis(chart);
    else chart.on("click", ({ dataIndex }) => select(dataIndex));
  }

  /** Also clicks beside a bar: ECharts itself reports only those on one. */
  function selectAlongAxis(chart: echarts.ECharts) {
    const renderer = chart.getZr();
    const indexAt = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) =>
      chart.containPixel("grid", [offsetX, offsetY]) ? chart.convertFromPixel({ xAxisIndex: 0 }, offsetX) : undefined;
    renderer.on("click", (event) => {
      const index = indexAt(event);
      if (index !== undefined) select(index);
    });
    renderer.on("mousemove", (event) => renderer.setCursorStyle(indexAt(event) === undefined ? "default" : "pointer"));
  }

  if (!isFontReady) return null;
  return (
    <ReactECharts
      echarts={echarts}
      option={option}
      notMerge
      style={fullSize}
      autoResize={false}
      onChartReady={handleReady}
    />
  );
}

/** Replaces `autoResize`, which misses a change of size while the chart is drawn for the first time. */
function resizeWithElement(chart: echarts.ECharts): void {
  const element = chart.getDom();
  const observer = new ResizeObserver(() => {
    if (chart.isDisposed()) return observer.disconnect();
    const isSameSize = chart.getWidth() === element.clientWidth && chart.getHeight() === element.clientHeight;
    if (!isSameSize) chart.resize({ width: "auto", height: "auto" });
  });
  observer.observe(element);
}

/** Whether the page's font has been loaded. A canvas that is drawn before keeps the browser's own font. */
function useIsFontReady(): boolean {
  const [isReady, setIsReady] = useState(() => document.fonts.status === "loaded");
  useEffect(() => void document.fonts.ready.then(() => setIsReady(true)), []);
  return isReady;
}

const fullSize = { inlineSize: "100%", blockSize: "100%" };
