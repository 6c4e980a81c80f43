import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Client, Owner, User } from './ctx.ts'
import { messageLanguage } from './language.ts'
import type { RawInput } from './parse.ts'

/** One request on its way through the gate, with what is known of it so far. */
export interface Attempt {
  request: FastifyRequest
  reply: FastifyReply
  raw: RawInput
  actor: Actor
  user: User | null
  owner: Owner | null
  prepared?: unknown
}

export const attemptOf = (request: FastifyRequest, reply: FastifyReply): Attempt => ({
  request,
  reply,
  raw: { path: request.params, query: request.query, body: request.body },
  actor: { kind: 'system', id: null, name: '' },
  user: null,
  owner: null,
})

/** Read where it is needed, which is in few calls. */
export const clientOf = (request: FastifyRequest): Client => new RequestClient(request)

class RequestClient implements Client {
  readonly #request: FastifyRequest
  constructor(request: FastifyRequest) {
    this.#request = request
  }
  get address() {
    return this.#request.ip
  }
  get userAgent() {
    return String(this.#request.headers['user-agent'] ?? '').slice(0, 400)
  }
  get language() {
    return messageLanguage(this.#request.headers['accept-language'])
  }
}

export function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(body)
}
