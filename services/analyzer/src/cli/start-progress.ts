/** One line that is written over, where a terminal shows it; nothing in a log. */
export function startProgress(out: NodeJS.WriteStream): Disposable & { show(stage: string): void; end(): void } {
  const end = () => {
    if (out.isTTY) out.write('\r\u001b[K')
  }
  return {
    show: (stage) => {
      if (out.isTTY) out.write(`\r\u001b[K${stage} …`)
    },
    end,
    [Symbol.dispose]: end,
  }
}
