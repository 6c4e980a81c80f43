import { expect, it } from 'vitest'
import type { ClientBase } from 'pg'
import { faultOfCluster } from './check.ts'

const whole = {
  version: '13.2-1',
  local_group: 0,
  coordinator_known: true,
  workers: '2',
  inactive: null,
  prepared: 200,
}
const faultOf = (facts: object) =>
  faultOfCluster({ query: async () => ({ rows: [{ ...whole, ...facts }] }) } as unknown as ClientBase)

it('a whole cluster is one to work on', async () => {
  expect(await faultOf({})).toBeNull()
  expect(await faultOf({ version: '14.0-1' })).toBeNull()
})

it.each([
  [{ version: '12.1-1' }, /13\.2 or newer is needed.*12\.1-1/],
  [{ version: '13.1-1' }, /13\.2 or newer is needed/],
  [{ local_group: 2 }, /is a worker.*name the coordinator/],
  [{ coordinator_known: false }, /citus_set_coordinator_host/],
  [{ workers: '0' }, /has no worker.*citus_add_node/],
  [{ inactive: 'db2:5432' }, /not active.*db2:5432/],
  [{ prepared: 0 }, /set max_prepared_transactions/],
])('one of which %j says in one line what is missing', async (facts, line) => {
  const fault = await faultOf(facts)
  expect(fault).toMatch(line)
  expect(fault).not.toContain('\n')
})
