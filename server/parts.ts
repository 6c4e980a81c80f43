import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { PasswordCost } from './kit/auth/password.ts'
import type { SimulatorKeys } from './kit/secrets/master-key.ts'

/** The configuration and keys that `main.ts` passes to the API, the worker and the demo data. */
export interface Parts {
  config: Config
  log: Logger
  /** The application's role, for whom row-level security holds: every request and job. */
  databaseUrl: string
  /** The schema's owner: demo data, job tables and checks over all merchants; never a request. */
  ownerUrl: string
  /** 32 bytes from which every key at rest is derived. */
  masterKey: Buffer
  /** The credentials of a merchant's simulated channel. */
  simulatorKeys: SimulatorKeys
  /** The cost of password hashing: cheaper in tests, by default the recommended one. */
  passwordCost?: PasswordCost
}
