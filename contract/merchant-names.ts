import { merchantRef } from './kit/refs.ts'
import { aliasOf } from './kit/wire.ts'

/** The merchant in the body of a signed request, under every name that shops' servers send. */
export const merchantNames = {
  chaipay_key: merchantRef().optional(),
  client_key: aliasOf('chaipay_key', merchantRef()),
  portone_key: aliasOf('chaipay_key', merchantRef()),
}
