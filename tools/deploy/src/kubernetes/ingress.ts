import { type Manifest, manifest } from './manifest.ts'

/** One host for all; webhooks bypass the gateway (INTAKE_AT_EDGE). Overlays set host and certificate. */
export function ingress(): Manifest {
  const to = (name: string) => ({ service: { name, port: { name: 'http' } } })
  return manifest('networking.k8s.io/v1', 'Ingress', 'pagebell', {
    spec: {
      rules: [
        {
          host: 'pagebell.example',
          http: {
            paths: [
              { path: '/api/hooks', pathType: 'Prefix', backend: to('intake') },
              { path: '/', pathType: 'Prefix', backend: to('gateway') },
            ],
          },
        },
      ],
    },
  })
}
