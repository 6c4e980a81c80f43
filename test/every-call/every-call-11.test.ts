import { testEveryCall } from './every-call.ts'
import { callsOfShard } from './shards.ts'

testEveryCall(callsOfShard(11))
