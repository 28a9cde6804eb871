import { openChart, type ChartSpec } from './chart-library';

/** Size that the drawing is made for, CSS pixels: `chartSize` of the contracts. */
const SIZE = { width: 960, height: 540 };

/** The drawing as a picture with two pixels per CSS pixel, with its title and on white, whatever the page shows. */
export async function chartPng(spec: ChartSpec): Promise<Blob> {
  const element = document.createElement('div');
  const chart = openChart(element, SIZE);
  try {
    chart.setOption({ ...spec, tooltip: { show: false } });
    const canvas = chart.renderToCanvas({ pixelRatio: 2, backgroundColor: '#ffffff' });
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png');
    });
  } finally {
    chart.dispose();
  }
}
