/** Ratios of one comparison, and the ratios that ours should reach or keep below. */
export type BarGroup = {
  title: string
  bars: { label: string; ratio: number; isOurs: boolean }[]
  targets: { label: string; ratio: number }[]
}

const [width, labels, values] = [820, 330, 60]
const [barHeight, gap, titleHeight] = [18, 6, 30]
const colours = { ours: '#1d4ed8', others: '#94a3b8', target: '#b91c1c', text: '#0f172a' }

/**
 * Draws ratios as bars in SVG, one group below another, each with a separate scale; targets are dashed lines. Throws for a
 * ratio that is negative or not finite.
 */
export function drawBars(title: string, groups: readonly BarGroup[]): string {
  const parts: string[] = []
  let top = 0
  for (const group of groups) {
    parts.push(...drawGroup(group, top))
    top += heightOf(group)
  }
  const size = `width="${width}" height="${top}" viewBox="0 0 ${width} ${top}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${top}" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

const heightOf = ({ bars, targets }: BarGroup): number =>
  titleHeight + bars.length * (barHeight + gap) + (targets.length > 0 ? barHeight : 0) + gap

function drawGroup({ title, bars, targets }: BarGroup, top: number): string[] {
  const ratios = [...bars, ...targets].map(({ ratio }) => ratio)
  const wrong = ratios.find((ratio) => !Number.isFinite(ratio) || ratio < 0)
  if (wrong !== undefined) throw new RangeError(`${title}: ${wrong} cannot be drawn.`)
  const max = Math.max(...ratios, Number.MIN_VALUE)
  const across = (ratio: number): number => labels + (ratio / max) * (width - labels - values)
  const first = top + titleHeight
  const end = first + bars.length * (barHeight + gap)
  return [
    text(8, top + 20, title, 'font-weight="600"'),
    ...bars.flatMap(({ label, ratio, isOurs }, place) => {
      const y = first + place * (barHeight + gap)
      const [x, length] = [labels, across(ratio) - labels]
      const fill = isOurs ? colours.ours : colours.others
      return [
        text(labels - 8, y + 13, label, 'text-anchor="end"'),
        `<rect x="${x}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" fill="${fill}"/>`,
        text(across(ratio) + 6, y + 13, shown(ratio)),
      ]
    }),
    ...targets.flatMap(({ label, ratio }, place) => {
      const x = across(ratio).toFixed(1)
      const line = `<line x1="${x}" x2="${x}" y1="${first - 4}" y2="${end}" stroke="${colours.target}" stroke-dasharray="4 3"/>`
      // Beside the other targets, so that labels do not overlap.
      return [line, text(8 + place * 270, end + 12, `– – ${label}: ${shown(ratio)}`, `fill="${colours.target}"`)]
    }),
  ]
}

const shown = (ratio: number): string => ratio.toFixed(ratio < 0.1 ? 3 : 2)

function text(x: number, y: number, content: string, more = ''): string {
  const fill = more.includes('fill=') ? '' : ` fill="${colours.text}"`
  return `<text x="${x.toFixed(1)}" y="${y}"${fill}${more === '' ? '' : ` ${more}`}>${escapeText(content)}</text>`
}

const escapeText = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
