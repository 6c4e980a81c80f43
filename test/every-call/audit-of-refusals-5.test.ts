import { testAuditOfRefusals } from './audit-of-refusals.ts'
import { callsOfShard, shards } from './shards.ts'

testAuditOfRefusals(
  Array.from({ length: shards }, (_, at) => at + 1)
    .filter((shard) => shard % 6 === 5)
    .flatMap(callsOfShard),
)
