import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from './handler.ts'

/** The cookies of a request, and those that its answer sets: for this origin alone, and out of reach of scripts. */
export function httpOf(request: FastifyRequest, reply: FastifyReply): Http {
  const sent = (request.headers.cookie ?? '').split(/;\s*/)
  const read = (name: string) => sent.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
  const set = (name: string, value: string, maxAgeSeconds: number) =>
    void reply.header(
      'Set-Cookie',
      `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Strict`,
    )
  return {
    cookie: read(sessionCookie),
    setCookie: (value, maxAgeSeconds) => set(sessionCookie, value, maxAgeSeconds),
    remembered: read(rememberedCookie),
    setRemembered: (value, maxAgeSeconds) => set(rememberedCookie, value, maxAgeSeconds),
    device: read(deviceCookie),
    setDevice: (value, maxAgeSeconds) => set(deviceCookie, value, maxAgeSeconds),
    sso: read(ssoCookie),
    setSso: (value, maxAgeSeconds) => set(ssoCookie, value, maxAgeSeconds),
  }
}
const sessionCookie = '__Host-countinghouse'
const rememberedCookie = '__Host-countinghouse-remembered'
const deviceCookie = '__Host-countinghouse-device'
const ssoCookie = '__Host-countinghouse-sso'
