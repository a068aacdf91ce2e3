/** The Node binary and all libraries that the running one has loaded: the non-JavaScript part of an image. */
export function findRuntime(): string[] {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
  // The first is the program; linux-vdso is part of the kernel.
  return [process.execPath, ...sharedObjects.filter((path) => path.startsWith('/') && path !== process.execPath)]
}
