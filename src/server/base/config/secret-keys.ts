import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const AUTH_TAG = { authTagLength: 16 };
/** Bytes of a sealed text beside those of the text. */
export const SEALING_BYTES = NONCE_BYTES + AUTH_TAG.authTagLength;

/** Derives the key of a purpose from a master secret. */
export const deriveKey = (secret: string | Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts a text with AES-256-GCM as nonce, text and tag. The result opens only with the same key and context. */
export const sealText = (key: Buffer, context: string, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, AUTH_TAG);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
};

/** Decrypts what `sealText` returned; returns null if it was sealed with another key or context, or was changed. */
export const openText = (key: Buffer, context: string, sealed: Buffer): string | null => {
  if (sealed.length <= SEALING_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), AUTH_TAG);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-AUTH_TAG.authTagLength));
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -AUTH_TAG.authTagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
