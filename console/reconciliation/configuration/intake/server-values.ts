import type { FieldError } from '#contract/faults.ts'
import type { sftpAuths } from '#contract/recon-intake-shapes.ts'
import type { Intake } from './use-intake.ts'

/** The SFTP server as the form holds it. */
export interface ServerValues {
  host: string
  port: string
  folder: string
  username: string
  auth: (typeof sftpAuths)[number]
  password: string
  file_prefix: string
  marker_ending: string
  move_to: string
}

export const serverValues = (sftp: Intake['sftp']): ServerValues => ({
  host: sftp.host,
  port: String(sftp.port),
  folder: sftp.folder,
  username: sftp.username,
  auth: sftp.auth,
  password: '',
  file_prefix: sftp.file_prefix,
  marker_ending: sftp.marker_ending,
  move_to: sftp.move_to,
})

/** The details of a call for these values. An empty password keeps the one that is there. */
export const serverData = ({ password, ...values }: ServerValues): object => ({
  sftp_link: linkOf(values),
  sftp_username: values.username.trim(),
  sftp_auth: values.auth,
  ...(values.auth === 'password' && password !== '' && { sftp_password: password }),
  file_prefix: values.file_prefix.trim(),
  marker_ending: values.marker_ending.trim(),
  move_to: values.move_to.trim(),
})

/** `sftp://host:port/folder`; of an address that was pasted whole into the host's field its own parts count. */
export function linkOf({ host, port, folder }: Pick<ServerValues, 'host' | 'port' | 'folder'>): string {
  const bare = host
    .trim()
    .replace(/^sftp:\/\//i, '')
    .replace(/\/+$/, '')
  if (bare === '') return ''
  const name = bare.includes(':') && !bare.startsWith('[') && bare.split(':').length > 2 ? `[${bare}]` : bare
  const path = folder.trim()
  return `sftp://${name}${port.trim() === '' ? '' : `:${port.trim()}`}${path === '' || path.startsWith('/') ? path : `/${path}`}`
}

/** What the address as a whole cannot say by field. */
export function serverErrors({ host, port, username }: ServerValues): FieldError[] {
  const errors: FieldError[] = []
  if (host.trim() === '') errors.push({ path: 'host', reason: 'required', text: 'Required.' })
  const number = Number(port)
  if (!/^\d{1,5}$/.test(port.trim()) || !(number === 22 || (number >= 1024 && number <= 65_535)))
    errors.push({ path: 'port', reason: 'not_a_port', text: 'The port is 22 or 1024 and above.' })
  if (username.trim() === '') errors.push({ path: 'username', reason: 'required', text: 'Required.' })
  return errors
}

/** The field of a path in the body. */
export function serverField(path: string): string {
  const name = path.replace('config_data.', '').replace(/^sftp_/, '')
  return name === 'link' ? 'host' : name
}
