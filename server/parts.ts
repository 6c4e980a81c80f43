import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { SimulatorKeys } from './kit/master-key.ts'

/** What `main.ts` hands to the API, the worker and the demo data: all they have of the world outside. */
export interface Parts {
  config: Config
  log: Logger
  /** The application's role, for whom row-level security holds: every request and job. */
  databaseUrl: string
  /** The schema's owner: demo data, job tables and checks over all merchants; never a request. */
  ownerUrl: string
  /** 32 bytes from which every key at rest is derived. */
  masterKey: Buffer
  /** What the simulated provider knows us by: the credentials of a merchant's simulated channel. */
  simulatorKeys: SimulatorKeys
}
