import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import ReactECharts from "echarts-for-react/esm/core";

echarts.use([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** Draws a chart. Import this file lazily, because it imports ECharts. */
export function ChartCanvas({ option }: { option: echarts.EChartsCoreOption }) {
  return <ReactECharts echarts={echarts} option={option} notMerge style={fullSize} />;
}

const fullSize = { inlineSize: "100%", blockSize: "100%" };
