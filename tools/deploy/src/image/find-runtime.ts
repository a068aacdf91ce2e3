/** Node's own program and every library that the running one has loaded: what an image needs beside JavaScript. */
export function findRuntime(): string[] {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  // The first is the program; the kernel brings linux-vdso itself.
  return [process.execPath, ...sharedObjects.filter((path) => path.startsWith('/') && path !== process.execPath)]
}
