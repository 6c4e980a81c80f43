/** A file of a mail, which its domain has or makes when the mail is sent. */
export interface KeptAttachment {
  /** With its ending. */
  name: string
  /** The media type. */
  type: string
  /** The kind of file (`FileSource`) and its reference. */
  of: { kind: string; ref: string }
}
