import pg from 'pg'

/** What of pg's queries its types do not tell. */
interface Statement {
  name: string | undefined
  text: string
  callback: ((error: Error | null, result: pg.QueryResult) => void) | undefined
  /** By which types its rows are read. */
  _result: { _types: unknown }
  prepare(connection: Unsynced): void
  submit(connection: Connection): void
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Connection): void
  handleError(error: Error, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}
/** The same of its connections. */
interface Connection {
  stream: { destroy(error: Error): void }
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  close(message: object): void
  sync(): void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}
const PgQuery = pg.Query as unknown as new (text: string) => Statement

/**
 * Statements that are asked of a connection in one turn and answered together: one Sync ends them all, where pg sends one
 * behind each and PostgreSQL then writes for each. The first that fails ends those behind it too, so all have to be of one
 * transaction. To pg it is one query, which goes by the name of the statement that is being answered: what is parsed on a
 * connection is known by that.
 */
export class Turn extends PgQuery {
  readonly #connection: Connection
  readonly #writer: Unsynced
  readonly #types: unknown
  readonly #statements: Statement[] = []
  #answered = 0
  /** Why nothing more is answered. */
  #failure: Error | undefined

  constructor(client: pg.PoolClient) {
    super('')
    this.#connection = client.connection as unknown as Connection
    this.#writer = new Unsynced(this.#connection)
    this.#types = (client as unknown as Statement['_result'])._types
    client.query(this as unknown as pg.Query)
  }

  /** Writes a statement without the Sync. */
  add(query: pg.Query): void {
    const statement = query as unknown as Statement
    const failure = this.#failure
    if (failure) return process.nextTick(() => statement.handleError(failure, this.#connection))
    if (this.#statements.push(statement) === 1) this.#await(statement)
    statement._result._types ??= this.#types
    const { callback } = statement
    // Values that cannot be written leave a statement half asked.
    statement.callback = (error) => error && this.#connection.stream.destroy(error)
    statement.prepare(this.#writer)
    statement.callback = callback
  }

  end(): void {
    this.#connection.sync()
  }

  #await({ name, text }: Statement): void {
    this.name = name
    this.text = text
  }

  override submit(): void {}
  override handleRowDescription(message: object): void {
    this.#statements[this.#answered]?.handleRowDescription(message)
  }
  override handleDataRow(message: object): void {
    this.#statements[this.#answered]?.handleDataRow(message)
  }
  override handleCommandComplete(message: object): void {
    const statement = this.#statements[this.#answered++]
    const next = this.#statements[this.#answered]
    if (next) this.#await(next)
    statement?.handleCommandComplete(message, this.#connection)
    statement?.handleReadyForQuery(this.#connection)
  }
  override handleError(error: Error): void {
    this.#failure = error
    const failed = this.#statements.slice(this.#answered)
    this.#answered = this.#statements.length
    for (const [behind, statement] of failed.entries()) {
      // What was to be parsed for it may not have been.
      if (statement.name) delete this.#connection.submittedNamedStatements[statement.name]
      const told = behind > 0 && error instanceof pg.DatabaseError ? skipped() : error
      statement.handleError(told, this.#connection)
    }
  }
  override handleReadyForQuery(): void {}
}

/** What PostgreSQL says of statements behind one that failed, where each has a Sync of its own. */
function skipped(): Error {
  const text = 'current transaction is aborted, commands ignored until end of transaction block'
  return Object.assign(new pg.DatabaseError(text, text.length, 'error'), { code: '25P02' })
}

/** What a statement writes itself with, but for the Sync. */
class Unsynced {
  readonly parsedStatements: Connection['parsedStatements']
  readonly submittedNamedStatements: Connection['submittedNamedStatements']
  readonly #connection: Connection
  constructor(connection: Connection) {
    this.parsedStatements = connection.parsedStatements
    this.submittedNamedStatements = connection.submittedNamedStatements
    this.#connection = connection
  }
  parse(message: object): void {
    this.#connection.parse(message)
  }
  bind(message: object): void {
    this.#connection.bind(message)
  }
  describe(message: object): void {
    this.#connection.describe(message)
  }
  execute(message: object): void {
    this.#connection.execute(message)
  }
  close(message: object): void {
    this.#connection.close(message)
  }
  sync(): void {}
}
