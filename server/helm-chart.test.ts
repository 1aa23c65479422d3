import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { ENV_NAMES, parseEnv } from '@/lib/core/env';
import { ROLE_NAMES } from '@/lib/core/role';
import { VERSION } from '@/lib/core/version';
import { type Helm, openHelm, whyNoHelm } from '@/lib/testing/helm';
import { temporaryDirectory } from '@/lib/testing/server';

// deploy/helm/botplay, rendered by Helm and compared with the schemas of Kubernetes.

const CHART = 'deploy/helm/botplay';
const KUBERNETES = '1.31.0';
const KEYS = { NEXTAUTH_SECRET: 'secret', ENCRYPTION_KEYS: 'k1:secret', IDENTITY_KEY: 'secret', JWT_KEYS: 'j1:secret' };
const DATABASE_URL = 'postgresql://botplay:secret@postgres:5432/botplay';

const EXISTING = { url: 'https://botplay.example', secrets: { existingSecret: 'botplay-keys' } };
const OWN = { url: 'https://botplay.example', secrets: { values: { ...KEYS, DATABASE_URL } } };
const EVERYTHING = {
  ...EXISTING,
  image: { repository: 'registry.example/botplay', tag: '9.9.9', pullSecrets: ['registry'] },
  database: { existingSecret: 'postgres', key: 'uri' },
  redis: { existingSecret: 'redis' },
  config: {
    SIGN_UP: 'invitation',
    DATABASE_POOL: 8,
    RATE_LIMIT_PER_MINUTE: 6_000_000,
    EXHIBITION: false,
    BACKUP_SCHEDULE: '03:15',
    BACKUP_TO: 's3://backups/site',
  },
  extraEnv: [{ name: 'BACKUP_PASSPHRASE', valueFrom: { secretKeyRef: { name: 'backup', key: 'passphrase' } } }],
  extraEnvFrom: [{ configMapRef: { name: 'more' } }],
  service: { port: 8080, annotations: { note: 'one' } },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'botplay-tls' },
  metrics: { serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  networkPolicy: {
    enabled: true,
    from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    metricsFrom: [{ podSelector: { matchLabels: { app: 'prometheus' } } }],
  },
  serviceAccount: { annotations: { role: 'backups' } },
  podAnnotations: { note: 'two' },
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'games', operator: 'Exists' }],
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
};
const ONE = {
  ...OWN,
  roles: { all: { enabled: true }, api: { enabled: false }, watch: { enabled: false }, worker: { enabled: false } },
  disruptionBudget: { enabled: false },
};

let helm: Helm;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  folder = await temporaryDirectory('chart');
  if (whyNoHelm === null) helm = await openHelm();
});
afterAll(async () => {
  await folder.remove();
  await helm?.remove();
});

async function valuesFile(values: object): Promise<string> {
  const file = path.join(folder.directory, 'values.yaml');
  await fs.writeFile(file, stringify(values));
  return file;
}

interface Container {
  name: string;
  image: string;
  env: { name: string; value?: string; valueFrom?: object }[];
  envFrom: object[];
  [name: string]: unknown;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own; the schemas of Kubernetes check them.
  spec: any;
  stringData?: Record<string, string>;
}

async function render(values: object): Promise<Manifest[]> {
  const text = await helm.run('template', 'site', CHART, '--kube-version', KUBERNETES, '-f', await valuesFile(values));
  return parseAllDocuments(text)
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

const of = (manifests: readonly Manifest[], kind: string) => manifests.filter((one) => one.kind === kind);
const containerOf = (deployment: Manifest): Container => deployment.spec.template.spec.containers[0];

/** Schemas of Kubernetes by kind; those of other products are not among them. */
const SCHEMAS: Record<string, string> = {
  Deployment: 'IoK8sApiAppsV1Deployment',
  HorizontalPodAutoscaler: 'IoK8sApiAutoscalingV2HorizontalPodAutoscaler',
  PodDisruptionBudget: 'IoK8sApiPolicyV1PodDisruptionBudget',
  Service: 'IoK8sApiCoreV1Service',
  ServiceAccount: 'IoK8sApiCoreV1ServiceAccount',
  Secret: 'IoK8sApiCoreV1Secret',
  Ingress: 'IoK8sApiNetworkingV1Ingress',
  NetworkPolicy: 'IoK8sApiNetworkingV1NetworkPolicy',
};

type Validate = ((data: unknown) => boolean) & {
  errors: { instancePath: string; keyword: string; params: object }[] | null;
};

const require = createRequire(import.meta.url);
/** The check of a schema. The models of the package copy what they check, so their schemas are opened by path. */
function openSchema(name: string): Validate {
  const folder = path.dirname(require.resolve('kubernetes-models'));
  return (require(path.join(folder, '_schemas', `${name}.js`)) as { validate: Validate }).validate;
}

/**
 * Wraps a value so that the fields that are read of it are known: a check reads each field that Kubernetes has.
 * @returns the value, and the paths of the fields that were not read
 */
function recordReads(value: object): { recorded: object; listUnread(): string[] } {
  const unread = new Set<string>();
  const wrap = (one: object, at: string): object => {
    for (const key of Object.keys(one)) unread.add(`${at}.${key}`);
    return new Proxy(one, {
      get(target, key, receiver) {
        const field = Reflect.get(target, key, receiver);
        if (typeof key === 'symbol') return field;
        unread.delete(`${at}.${key}`);
        return nested.get(`${at}.${key}`) ?? field;
      },
    });
  };
  const nested = new Map<string, object>();
  const wrapBelow = (one: object, at: string): void => {
    for (const [key, field] of Object.entries(one)) {
      if (typeof field !== 'object' || field === null) continue;
      nested.set(`${at}.${key}`, wrap(field, `${at}.${key}`));
      wrapBelow(field, `${at}.${key}`);
    }
  };
  wrapBelow(value, '');
  return { recorded: wrap(value, ''), listUnread: () => [...unread] };
}

/** What a manifest has that Kubernetes does not take: values that its schemas refuse, and fields that they do not have. */
function faultsOf(manifest: Manifest): string[] {
  const schema = SCHEMAS[manifest.kind];
  if (!schema) return [`${manifest.kind} is unknown`];
  const about = `${manifest.kind} ${manifest.metadata.name}`;
  const { recorded, listUnread } = recordReads(manifest);
  const validate = openSchema(schema);
  if (!validate(recorded))
    return (validate.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${about}${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    );
  return listUnread().map((field) => `${about} has ${field}, which is unknown`);
}

describe.skipIf(whyNoHelm !== null)('the Helm chart', () => {
  it('has the version of the product', async () => {
    expect(await helm.run('show', 'chart', CHART)).toContain(`appVersion: ${VERSION}`);
  });

  it.each([
    ['a Secret that exists', EXISTING],
    ['secrets of its own', OWN],
    ['everything on', EVERYTHING],
    ['one role for all', ONE],
  ])('is rendered to manifests that Kubernetes takes, with %s', async (_name, values) => {
    await helm.run('lint', '--strict', CHART, '-f', await valuesFile(values));
    const manifests = await render(values);
    expect(manifests.filter(({ kind }) => kind !== 'ServiceMonitor').flatMap(faultsOf)).toEqual([]);
    expect(new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(manifests.length);
    for (const { metadata } of manifests)
      expect(metadata.labels).toMatchObject({ 'app.kubernetes.io/instance': 'site' });
  });

  it('is compared with schemas that refuse what Kubernetes does not know', async () => {
    const [deployment] = of(await render(EXISTING), 'Deployment') as [Manifest];
    expect(faultsOf(deployment)).toEqual([]);
    expect(faultsOf({ ...deployment, spec: { ...deployment.spec, replica: 2 } })).toEqual([
      'Deployment site-botplay-api has .spec.replica, which is unknown',
    ]);
    const [container] = deployment.spec.template.spec.containers;
    container.securityContext.readOnlyRootFileSystem = true;
    expect(faultsOf(deployment)).toEqual([expect.stringContaining('securityContext.readOnlyRootFileSystem, which is')]);
    container.securityContext.readOnlyRootFilesystem = 'yes';
    expect(faultsOf(deployment)).toEqual([expect.stringMatching(/readOnlyRootFilesystem: type .*boolean/)]);
    const { selector: _, ...withoutSelector } = deployment.spec;
    expect(faultsOf({ ...deployment, spec: withoutSelector })).not.toEqual([]);
  });

  it('runs each role without rights, with a root file system that is not written, and with probes', async () => {
    const deployments = of(await render(EXISTING), 'Deployment');
    expect(deployments.map((one) => containerOf(one).env.find(({ name }) => name === 'ROLE')?.value)).toEqual([
      'api',
      'watch',
      'worker',
    ]);
    for (const one of deployments) {
      const { spec } = one.spec.template;
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 45,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
        volumes: [{ name: 'tmp', emptyDir: {} }],
      });
      expect(containerOf(one)).toMatchObject({
        image: `botplay:${VERSION}`,
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      });
      expect(one.spec.replicas).toBeUndefined();
    }
  });

  it('scales and protects each role that runs, and selects the pods of that role alone', async () => {
    const manifests = await render(EXISTING);
    const pods = of(manifests, 'Deployment').map((one) => one.spec.template.metadata.labels as Record<string, string>);
    const selects = (selector: Record<string, string>) =>
      pods.filter((labels) => Object.entries(selector).every(([name, value]) => labels[name] === value)).length;
    for (const { spec } of of(manifests, 'PodDisruptionBudget')) {
      expect(selects(spec.selector.matchLabels)).toBe(1);
      expect(spec.maxUnavailable).toBe(1);
    }
    const scalers = of(manifests, 'HorizontalPodAutoscaler');
    expect(scalers.map(({ spec }) => spec.scaleTargetRef.name)).toEqual(
      of(manifests, 'Deployment').map(({ metadata }) => metadata.name),
    );
    const services = Object.fromEntries(
      of(manifests, 'Service').map((one) => [one.metadata.name, selects(one.spec.selector)]),
    );
    expect(services).toEqual({ 'site-botplay-api': 1, 'site-botplay-watch': 1, 'site-botplay-metrics': 3 });
    const alone = await render(ONE);
    expect(of(alone, 'Deployment')).toMatchObject([{ metadata: { name: 'site-botplay-all' }, spec: { replicas: 1 } }]);
    expect(of(alone, 'PodDisruptionBudget')).toEqual([]);
  });

  it('starts the product with settings that it accepts, and names no other', async () => {
    for (const values of [OWN, EVERYTHING, ONE]) {
      const manifests = await render(values);
      const secret = of(manifests, 'Secret')[0]?.stringData ?? { ...KEYS, DATABASE_URL };
      for (const deployment of of(manifests, 'Deployment')) {
        const { env } = containerOf(deployment);
        expect(env.map(({ name }) => name).filter((name) => !ENV_NAMES.includes(name))).toEqual([]);
        const readValue = ({ name, value }: Container['env'][number]) =>
          value ?? { DATABASE_URL, REDIS_URL: 'redis://redis:6379', BACKUP_PASSPHRASE: 'x' }[name] ?? '';
        const variables = Object.fromEntries(env.map((one) => [one.name, readValue(one)]));
        const bucket = values === EVERYTHING ? { AWS_REGION: 'eu-central-1' } : {};
        expect(
          parseEnv({ NODE_ENV: 'production', ...secret, ...bucket, ...variables } as unknown as NodeJS.ProcessEnv),
        ).toMatchObject({ production: true, METRICS_PORT: 9464, TRUST_PROXY: values === EVERYTHING });
        expect(ROLE_NAMES).toContain(variables.ROLE);
        // Helm reads numbers as floats, and would write this one as 6e+06.
        if (values === EVERYTHING)
          expect(variables).toMatchObject({ RATE_LIMIT_PER_MINUTE: '6000000', EXHIBITION: 'false' });
      }
    }
  });

  it('leads what stays open to the pods that watch, and everything to them with one role', async () => {
    const [ingress] = of(await render(EVERYTHING), 'Ingress') as [Manifest];
    const pathsOf = ({ spec }: Manifest) =>
      // biome-ignore lint/suspicious/noExplicitAny: checked by the schema above.
      spec.rules[0].http.paths.map(({ path: one, backend }: any) => [one, backend.service.name]);
    expect(pathsOf(ingress)).toEqual([
      ['/socket.io/', 'site-botplay-watch'],
      ['/agent/ws', 'site-botplay-watch'],
      ['/mcp', 'site-botplay-watch'],
      ['/api/streams/', 'site-botplay-watch'],
      ['/', 'site-botplay-api'],
    ]);
    expect(ingress.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['botplay.example'], secretName: 'botplay-tls' }],
      rules: [{ host: 'botplay.example' }],
    });
    const [alone] = of(await render({ ...ONE, ingress: { enabled: true } }), 'Ingress') as [Manifest];
    expect(new Set(pathsOf(alone).map(([, name]: string[]) => name))).toEqual(new Set(['site-botplay-all']));
  });

  it('keeps metrics from the site, and opens them to those that are named', async () => {
    const manifests = await render(EVERYTHING);
    const [policy] = of(manifests, 'NetworkPolicy') as [Manifest];
    expect(
      policy.spec.ingress.map(({ ports, from }: { ports: { port: string }[]; from: object[] }) => [
        ports[0]?.port,
        from.length,
      ]),
    ).toEqual([
      ['http', 1],
      ['metrics', 1],
    ]);
    const [monitor] = of(manifests, 'ServiceMonitor') as [Manifest];
    const [metrics] = of(manifests, 'Service').filter(({ metadata }) => metadata.name.endsWith('metrics')) as [
      Manifest,
    ];
    expect(metrics.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(monitor.spec.endpoints).toMatchObject([{ port: metrics.spec.ports[0].name, path: '/metrics' }]);
  });

  it.each([
    ['no address', { secrets: EXISTING.secrets }, /url.*(pattern|match)/is],
    ['an address with a path', { ...EXISTING, url: 'https://botplay.example/play' }, /url.*(pattern|match)/is],
    ['no secret', { url: EXISTING.url }, /name an existingSecret, or set values\.NEXTAUTH_SECRET/],
    ['no database', { ...OWN, secrets: { values: KEYS } }, /The chart has no PostgreSQL/],
    ['two sources of secrets', { ...OWN, secrets: { ...OWN.secrets, existingSecret: 'x' } }, /not both/],
    [
      'no worker',
      { ...EXISTING, roles: { worker: { enabled: false } } },
      /enable all, or each of api, watch and worker/,
    ],
    [
      'a least above the most',
      { ...EXISTING, roles: { api: { autoscaling: { minReplicas: 20 } } } },
      /roles\.api\.autoscaling: minReplicas is above maxReplicas/,
    ],
    ['a value that is unknown', { ...EXISTING, replicas: 3 }, /replicas is not allowed/],
    ['a setting that is no variable', { ...EXISTING, config: { signUp: 'open' } }, /config/],
    ...['PORT', 'LISTEN_ADDRESS', 'METRICS_PORT', 'NEXTAUTH_URL', 'ROLE'].map((name): [string, object, RegExp] => [
      `${name} among the settings, which the chart sets itself`,
      { ...EXISTING, config: { [name]: '3001' } },
      /config/,
    ]),
  ])('refuses %s, and says what to do', async (_name, values, message) => {
    await expect(render(values)).rejects.toThrow(message);
  });
});
