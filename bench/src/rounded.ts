/** Three significant digits, the precision of the measurements. */
export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
