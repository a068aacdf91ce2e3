const format = new Intl.NumberFormat('en')

/** 12,345 */
export const grouped = (value: number): string => format.format(value)

/** "1 report", "12,345 reports" */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value)} ${value === 1 ? one : many}`
