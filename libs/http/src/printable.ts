/** A name that is the caller's own text: shortened, and without what could deceive in a log or terminal. */
export const printable = (name: string): string => name.slice(0, 64).replace(/[^\x20-\x7e]/g, '?')
