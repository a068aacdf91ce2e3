/** Three significant digits: more than that no measurement is worth. */
export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
