import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Client, Owner, User } from './ctx.ts'
import type { Http } from './handler.ts'
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

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
})

export function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(body)
}

const cookieName = '__Host-countinghouse'

/** The little of HTTP that handlers see: the session's cookie. */
export function httpOf({ request, reply }: Attempt): Http {
  const header = request.headers.cookie ?? ''
  return {
    cookie: header
      .split(/;\s*/)
      .find((part) => part.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1),
    setCookie(value, maxAgeSeconds) {
      reply.header(
        'Set-Cookie',
        `${cookieName}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Strict`,
      )
    },
  }
}
