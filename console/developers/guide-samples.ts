/** A token as a shop's server makes it; `docs/merchant-server.md` has the same in a program that a test runs. */
export const tokenSample = `import { createHmac } from 'node:crypto'

const { CLIENT_KEY, SECRET_KEY } = process.env
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function token() {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: 'COUNTINGHOUSE', sub: CLIENT_KEY, iat, exp: iat + 100, environment: 'sandbox' }
  const message = encode({ alg: 'HS256', typ: 'JWT' }) + '.' + encode(claims)
  return message + '.' + createHmac('sha256', SECRET_KEY).update(message).digest('base64url')
}

// Authorization: Bearer <token()>`

/** An answer to a request that is not valid. */
export const errorSample = JSON.stringify(
  {
    message: 'Some of the details are not valid.',
    status_code: '4001',
    status_reason: 'INVALID_REQUEST_DATA',
    request_id: '01890a5d-ac96-774b-bcce-b302099a8057',
    errors: [{ path: 'amount', reason: 'not_positive', text: 'Must be greater than zero.' }],
  },
  null,
  2,
)
