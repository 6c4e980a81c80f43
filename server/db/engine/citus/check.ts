import type { ClientBase } from 'pg'

interface Facts {
  version: string
  local_group: number
  coordinator_known: boolean
  /** As the driver has a count by itself. */
  workers: string
  inactive: string | null
  prepared: number
}

/** What is missing of a cluster that merchants' tables can be divided over, as one line for the operator; null when nothing is. */
export async function faultOfCluster(owner: ClientBase): Promise<string | null> {
  const { rows } = await owner.query<Facts>(`
    select (select extversion from pg_extension where extname = 'citus') as version,
      (select groupid from pg_dist_local_group) as local_group,
      exists (select 1 from pg_dist_node where groupid = 0 and noderole = 'primary') as coordinator_known,
      (select count(*) from pg_dist_node where shouldhaveshards and noderole = 'primary') as workers,
      (select string_agg(nodename || ':' || nodeport, ', ' order by nodeid) from pg_dist_node where not isactive and noderole = 'primary') as inactive,
      current_setting('max_prepared_transactions')::int as prepared`)
  const [facts] = rows
  return facts ? faultOf(facts) : null
}

function faultOf({ version, local_group, coordinator_known, workers, inactive, prepared }: Facts): string | null {
  const [major = 0, minor = 0] = version.split(/\D/).map(Number)
  if (major < 13 || (major === 13 && minor < 2))
    return `Citus 13.2 or newer is needed, and the extension of DATABASE_URL is ${version}`
  if (local_group !== 0) return 'The server of DATABASE_URL is a worker of its cluster: name the coordinator'
  if (!coordinator_known)
    return 'The cluster does not know its coordinator: select citus_set_coordinator_host(name, port) on it'
  if (Number(workers) === 0)
    return 'The cluster has no worker: select citus_add_node(name, port) on the coordinator for each'
  if (inactive !== null) return `A worker is not active: select citus_activate_node(name, port) for ${inactive}`
  if (prepared === 0)
    return 'The coordinator takes no prepared transactions: set max_prepared_transactions to twice max_connections on each node'
  return null
}
