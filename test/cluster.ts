import { Client } from 'pg'

/** The engine that this run is against: the embedded PostgreSQL, or the Citus cluster of DATABASE_URL. */
export const engine = process.env['ENGINE'] === 'citus' ? 'citus' : 'plain'

/** The address of the cluster's coordinator, whose user may make databases on each node. */
export function clusterUrl(): string {
  const url = process.env['DATABASE_URL']
  if (url === undefined) throw new Error('ENGINE=citus needs DATABASE_URL, the coordinator of a Citus cluster')
  return url
}

/** The addresses of the cluster's nodes, the coordinator first, in the database of `url`. */
export async function nodesOf(url: string): Promise<string[]> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid`,
    )
    return rows.map(({ host, port }) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href)
  })
}

/** Makes a cluster of databases of one name: the extension on each node, and the workers known to the coordinator. */
export async function createCluster(nodes: string[], name: string): Promise<void> {
  for (const node of nodes) {
    await run(node, 'set citus.enable_create_database_propagation to off', `create database ${name}`)
    await run(inDatabase(node, name), 'create extension citus')
  }
  const [coordinator = '', ...workers] = nodes.map((node) => inDatabase(node, name))
  const { hostname, port } = new URL(coordinator)
  await run(
    coordinator,
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...workers.map((worker) => `select citus_add_node('${new URL(worker).hostname}', ${new URL(worker).port})`),
  )
}

/** Copies a cluster that nobody is connected to: the nodes' own notes of each other hold for each copy of theirs. */
export async function copyCluster(nodes: string[], from: string, name: string): Promise<void> {
  await Promise.all(
    nodes.map((node) =>
      run(node, 'set citus.enable_create_database_propagation to off', `create database ${name} template ${from}`),
    ),
  )
}

/** Ends a cluster's connections for good, those of its own daemons too, so that it can be copied. */
export async function closeCluster(nodes: string[], name: string): Promise<void> {
  for (const node of nodes)
    await run(
      node,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
}

export async function dropCluster(nodes: string[], name: string): Promise<void> {
  for (const node of nodes)
    await run(
      node,
      'set citus.enable_create_database_propagation to off',
      `drop database if exists ${name} with (force)`,
    )
}

export function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export const run = (url: string, ...statements: string[]): Promise<void> =>
  asking(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

async function asking<T>(url: string, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
