import { type Manifest, manifest } from './manifest.ts'

/** One address for all; webhooks go to intake without the way through the gateway (its INTAKE_AT_EDGE). Overlays name host and certificate. */
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
