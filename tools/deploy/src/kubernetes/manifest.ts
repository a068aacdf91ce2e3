/** One object of Kubernetes. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> }
} & Record<string, unknown>

/** The label by which services, policies and autoscalers select pods. */
export const labelsOf = (name: string): Record<string, string> => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'pagebell',
})

export const manifest = (apiVersion: string, kind: string, name: string, rest: Record<string, unknown>): Manifest => ({
  apiVersion,
  kind,
  metadata: { name, labels: labelsOf(name) },
  ...rest,
})
