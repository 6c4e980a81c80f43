import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '#server/kit/handler.ts'

/** The cookies of a request and of its answer, limited to this origin and to HTTP (HttpOnly). */
export const httpOf = (request: FastifyRequest, reply: FastifyReply): Http => new RequestCookies(request, reply)

class RequestCookies implements Http {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }

  get idempotencyKey() {
    const key = this.#request.headers['idempotency-key']
    return key === undefined ? null : String(key)
  }
  get cookie() {
    return this.#read(sessionCookie)
  }
  setCookie(value: string, maxAgeSeconds: number) {
    this.#set(sessionCookie, value, maxAgeSeconds)
  }
  get remembered() {
    return this.#read(rememberedCookie)
  }
  setRemembered(value: string, maxAgeSeconds: number) {
    this.#set(rememberedCookie, value, maxAgeSeconds)
  }
  get device() {
    return this.#read(deviceCookie)
  }
  setDevice(value: string, maxAgeSeconds: number) {
    this.#set(deviceCookie, value, maxAgeSeconds)
  }
  get sso() {
    return this.#read(ssoCookie)
  }
  setSso(value: string, maxAgeSeconds: number) {
    this.#set(ssoCookie, value, maxAgeSeconds)
  }
  get passkey() {
    return this.#read(passkeyCookie)
  }
  setPasskey(value: string, maxAgeSeconds: number) {
    this.#set(passkeyCookie, value, maxAgeSeconds)
  }
  get manage() {
    return this.#read(manageCookie)
  }
  setManage(value: string, maxAgeSeconds: number) {
    this.#set(manageCookie, value, maxAgeSeconds, 'Lax')
  }

  #read(name: string): string | undefined {
    const cookies = (this.#request.headers.cookie ?? '').split(/;\s*/)
    return cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1)
  }
  #set(name: string, value: string, maxAgeSeconds: number, sameSite: 'Strict' | 'Lax' = 'Strict'): void {
    const terms = `Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=${sameSite}`
    void this.#reply.header('Set-Cookie', `${name}=${value}; ${terms}`)
  }
}

const sessionCookie = '__Host-countinghouse'
const rememberedCookie = '__Host-countinghouse-remembered'
const deviceCookie = '__Host-countinghouse-device'
const ssoCookie = '__Host-countinghouse-sso'
const passkeyCookie = '__Host-countinghouse-passkey'
const manageCookie = '__Host-countinghouse-manage'
