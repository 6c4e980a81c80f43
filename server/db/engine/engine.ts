import type { ClientBase } from 'pg'
import { citus } from './citus/citus.ts'
import type { InsertFrom, Inserting } from './insert-from.ts'
import { plain } from './plain.ts'

/** What differs between PostgreSQL on one machine and PostgreSQL divided by merchant over several (Citus). */
export interface Engine {
  /** Settings of a new connection of the application, as one statement; they are sent before anything else. */
  readonly settings: string
  /** How statements are planned that find rows by a key. */
  readonly onePlan: 'force_generic_plan' | 'auto'
  /**
   * The statements that begin a transaction which writes under a scope.
   * @param scope.merchants the ids as a PostgreSQL array literal.
   */
  begin(scope: ScopeTexts): readonly ScopeStatement[]
  /** The statements that set the scope within a transaction, from the next statement on. */
  scope(scope: ScopeTexts): readonly ScopeStatement[]
  /**
   * What stands around a statement outside of a transaction for it to run under a scope. Null where the scope is a
   * setting of the connection, which is sent when it changes.
   */
  around(scope: ScopeTexts): { before: readonly ScopeStatement[]; after: readonly ScopeStatement[] } | null
  /** The rows that a statement finds for each of several merchants, in a FROM, as `one`. */
  ofEach(each: {
    merchants: readonly string[]
    /** Turns a value into a placeholder. */
    at: (value: unknown) => string
    /** @param merchant the SQL expression of one merchant's id. */
    statement: (merchant: string) => string
  }): string
  /** Inserts rows of one merchant that are found elsewhere. Returns how many were inserted. */
  insertFrom(tx: Inserting, rows: InsertFrom): Promise<number>
  /** Completes an error of the database with what the engine leaves out of it. */
  complete?(error: Error): void
  /** Settings of a connection that reads or writes whole tables, as one statement. */
  readonly settingsForAll: string
  /** The tables of the schema that are the engine's own. */
  ownTables(owner: ClientBase): Promise<readonly string[]>
  /** What is missing for the program to work on it, as one line for the operator; null when nothing is. */
  faultOf(owner: ClientBase): Promise<string | null>
  /** Brings tables and functions into the form that the engine needs, after migrations were applied by their owner. */
  afterMigrations(owner: ClientBase): Promise<void>
}

export interface ScopeTexts {
  merchants: string
  environment: string
}
export interface ScopeStatement {
  text: string
  values?: readonly unknown[]
  unnamed?: boolean
}

/** The engine of a database, by what is installed in it. */
export async function recognise(client: ClientBase): Promise<Engine> {
  const { rows } = await client.query(`select 1 from pg_extension where extname = 'citus'`)
  return rows.length > 0 ? citus : plain
}

const engines = new WeakMap<object, Engine>()

/** Recognises the engine of a new connection of the application, and sets the connection up for it. */
export async function setUp(client: ClientBase): Promise<Engine> {
  const engine = await recognise(client)
  engines.set(client, engine)
  if (engine.settings !== '') await client.query(engine.settings)
  return engine
}

/** The engine of a connection that was set up. */
export function engineOf(client: object): Engine {
  const engine = engines.get(client)
  if (!engine) throw new Error('the connection was not set up')
  return engine
}
