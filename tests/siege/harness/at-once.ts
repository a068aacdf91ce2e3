/** The results of `work` for 0 to count - 1, so many of them at once. */
export async function mapAtOnce<T>(atOnce: number, count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const number = next++
      results[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return results
}
