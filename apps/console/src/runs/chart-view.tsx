import { useEffect, useRef, type ReactElement } from 'react';
import { useMessages } from '../i18n/use-messages';
import { useObserved, usePlace } from '../surface/surface';
import { openChart, type ChartSpec } from './chart-library';
import { chartHeight, chartOnPage, type ChartColours } from './chart-on-page';

/** A chart on a canvas. Its table is beside it for readers who cannot see it. */
export default function ChartView({ spec, label }: { spec: ChartSpec; label: string }): ReactElement {
  const { answer } = useMessages();
  const element = useRef<HTMLDivElement>(null);
  const colours = useObserved(usePlace().shownTheme);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const chart = openChart(current);
    const draw = (): void => {
      current.style.height = `${chartHeight(spec, current.clientWidth)}px`;
      chart.resize();
      chart.setOption(chartOnPage(spec, coloursOf(current), current.clientWidth), true);
    };
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(current);
    return () => {
      resized.disconnect();
      chart.dispose();
    };
  }, [spec, colours]);
  return <div ref={element} className="chart" role="img" aria-label={answer.chartOf(label)} />;
}

/** The colours of the page's style sheet. */
function coloursOf(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    surface: of('--surface'),
    text: of('--text'),
    quiet: of('--quiet'),
    line: of('--line-strong'),
    faint: of('--line'),
    series: of('--series'),
  };
}
