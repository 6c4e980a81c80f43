import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { serveQuestions } from './process.ts'

/** The lower bound of a refused call-back: Fastify reads the body and answers 404. */
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.post('/callbacks', (_request, reply) => reply.code(404).send({ message: 'Not found' }))
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
serveQuestions({ url: `http://127.0.0.1:${port}` }, () => null, { atEnd: () => app.close() })
