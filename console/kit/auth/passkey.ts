import type { PasskeyAssertion, PasskeyRequest } from '#contract/factor-shapes.ts'
import type { PasskeyAttestation, PasskeyCreation } from '#contract/factors.ts'

/** Whether this browser supports WebAuthn. */
export const passkeysHere = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** The ceremony failed: the user cancelled, it timed out, or the device has no matching passkey. */
export class PasskeyRefused extends Error {
  /** The device already has a passkey of this user. */
  readonly isKnown: boolean
  constructor(cause: unknown) {
    super('no passkey', { cause })
    this.name = 'PasskeyRefused'
    this.isKnown = cause instanceof DOMException && cause.name === 'InvalidStateError'
  }
}

/** Creates a passkey by `navigator.credentials.create`. Throws {@link PasskeyRefused}. */
export async function createPasskey(options: PasskeyCreation): Promise<PasskeyAttestation> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(descriptorOf),
    extensions: { credProps: true },
  }
  const credential = await asked(() => navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  const isResident = credential.getClientExtensionResults().credProps?.rk
  return {
    ...namesOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
    ...(isResident !== undefined && { is_resident: isResident }),
  }
}

/** Signs with an existing passkey by `navigator.credentials.get`. Throws {@link PasskeyRefused}. */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: options.allowCredentials.map(descriptorOf),
  }
  const credential = await asked(() => navigator.credentials.get({ publicKey }))
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    ...namesOf(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
    },
  }
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    throw new PasskeyRefused(error)
  }
  throw new PasskeyRefused(null)
}

const namesOf = ({ id, rawId }: PublicKeyCredential) => ({ id, rawId: textOf(rawId), type: 'public-key' }) as const

interface Descriptor {
  id: string
  type: 'public-key'
  transports: string[]
}
const descriptorOf = ({ id, type, transports }: Descriptor): PublicKeyCredentialDescriptor => ({
  id: bytesOf(id),
  type,
  transports: transports as AuthenticatorTransport[],
})

/** Base64url of bytes, as in the JSON form of WebAuthn, and back. */
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
