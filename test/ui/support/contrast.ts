import type { FrameLocator } from 'playwright-core';

type Pixel = readonly number[];

/** The WCAG 2 contrast between text and background, as painted, in a cell of each shade of the calendar, future and past. */
export async function cellContrasts(page: FrameLocator): Promise<readonly number[]> {
  const painted = await page
    .locator('table.calendar tbody tr')
    .first()
    .evaluate(row => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('there is no canvas');
      const pixels: number[][] = [];
      for (const shade of Array.from({ length: 18 }, (_, index) => index % 9)) {
        const cell = document.createElement('td');
        cell.className = `cell shade-${shade} ${pixels.length < 27 ? '' : 'past'}`;
        row.append(cell);
        const { backgroundColor, color } = getComputedStyle(cell);
        // Colors may be partly transparent, so each is painted over the one behind it.
        for (const layer of [getComputedStyle(document.body).backgroundColor, backgroundColor, color]) {
          context.fillStyle = layer;
          context.fillRect(0, 0, 1, 1);
          pixels.push([...context.getImageData(0, 0, 1, 1).data]);
        }
        cell.remove();
      }
      return pixels;
    });
  const luminances = painted.map(luminance);
  return luminances.flatMap((text, index) =>
    index % 3 === 2 ? [contrast(text, luminances[index - 1] ?? 0)] : [],
  );
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(pixel: Pixel): number {
  const [red = 0, green = 0, blue = 0] = pixel.map(byte => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
