import { testGateAgainstMatrix } from './gate-matrix.ts'
import { callsOfShard } from './shards.ts'

testGateAgainstMatrix(callsOfShard(13))
