/** Errors of the operating system as uniform messages: what failed and why, without codes and system calls. */
import { quotePath } from '../../util/printable.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBADF: 'it is not open for this',
  EEXIST: 'it already exists',
  EFBIG: 'the file is too large',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is not a folder',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
};

/** The message of an error for users. Only the messages of system errors are replaced. */
export function describeError(error: unknown): string {
  const { code = '', syscall = '', path, message } = error as NodeJS.ErrnoException;
  if (!Object.hasOwn(REASONS, code)) return message;
  const reason = REASONS[code]!;
  if (syscall.startsWith('spawn')) {
    const program = path ?? syscall.slice('spawn '.length);
    return `cannot start ${quotePath(program)}: ${startReasonOf(error)}`;
  }
  return path === undefined ? reason : `${quotePath(path)}: ${reason}`;
}

/** Reasons why a program does not start, by error code. */
const START_REASONS: Readonly<Record<string, string>> = {
  EAGAIN: 'too many processes are running',
  ENOENT: 'no such program',
};

/** Why a program does not start. */
export function startReasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return START_REASONS[code] ?? reasonOf(error);
}

/** Whether the system has no more files or processes to give, so that any program would fail. */
export function isExhausted(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['EAGAIN', 'EMFILE', 'ENFILE'].includes(code);
}

/** The reason alone, where a message names the file already. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
