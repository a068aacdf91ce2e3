import type { readImages } from '@pagebell/images/read-images'
import { networksOf } from './networks.ts'
import { logging } from './own-containers.ts'

const files = './deploy/observability'

/** Read-only but for their data; none needs a right that its image does not give to its own user. */
export const watching = {
  profiles: ['observability'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  logging,
  pids_limit: 200,
}

/** What an operator looks at: deploy/observability says what each is for. Grafana alone has a port, on this machine. */
export function observabilityContainers(images: ReturnType<typeof readImages>): Record<string, object> {
  return {
    collector: {
      image: images.COLLECTOR_IMAGE,
      ...watching,
      networks: networksOf('collector'),
      command: ['--config=/etc/otelcol/pagebell.yaml'],
      volumes: [`${files}/otel-collector.yaml:/etc/otelcol/pagebell.yaml:ro`],
      read_only: true,
      mem_limit: '256m',
    },
    jaeger: { image: images.JAEGER_IMAGE, ...watching, networks: networksOf('jaeger'), mem_limit: '512m' },
    prometheus: {
      image: images.PROMETHEUS_IMAGE,
      ...watching,
      networks: networksOf('prometheus'),
      command: ['--config.file=/etc/prometheus/prometheus.yaml', '--storage.tsdb.path=/prometheus'],
      volumes: [
        `${files}/prometheus.yaml:/etc/prometheus/prometheus.yaml:ro`,
        `${files}/alerts.yaml:/etc/prometheus/alerts.yaml:ro`,
        'prometheus-data:/prometheus',
      ],
      read_only: true,
      mem_limit: '512m',
    },
    grafana: {
      image: images.GRAFANA_IMAGE,
      ...watching,
      // Whoever reaches this machine's own port may look, and nobody may change anything.
      environment: {
        GF_AUTH_ANONYMOUS_ENABLED: 'true',
        GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
        GF_AUTH_DISABLE_LOGIN_FORM: 'true',
        GF_ANALYTICS_REPORTING_ENABLED: 'false',
        GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
      },
      volumes: [
        `${files}/grafana/datasources.yaml:/etc/grafana/provisioning/datasources/pagebell.yaml:ro`,
        `${files}/grafana/dashboards.yaml:/etc/grafana/provisioning/dashboards/pagebell.yaml:ro`,
        `${files}/grafana/dashboards:/var/lib/grafana/dashboards:ro`,
      ],
      networks: networksOf('grafana'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: for the shell that compose stands in for.
      ports: ['${PUBLISH_GRAFANA:-127.0.0.1:3000}:3000'],
      mem_limit: '512m',
    },
  }
}
