package dev.weft.conformance.process;

/** The kind of a value on the line between the two processes. Each value starts with its letter. */
enum ValueKind {
  NULL('n'),
  BOOLEAN('?'),
  INT('i'),
  LONG('l'),
  TEXT('t'),
  BYTES('b'),
  ARRAY('a'),
  CONSTANT('c'),
  SEGMENT('s'),
  VECTOR('v'),
  REMOTE_VECTOR('r'),
  BATCH('B'),
  SOURCES('S'),
  ERROR('E'),
  WORKS('C'),
  BUFFERS('g'),
  SEND('w'),
  RECEIVE('W'),
  OBJECT('o'),
  FORM('f');

  private static final ValueKind[] ALL = values();

  final char letter;

  ValueKind(char letter) {
    this.letter = letter;
  }

  static ValueKind of(int letter) {
    for (ValueKind kind : ALL) {
      if (kind.letter == letter) {
        return kind;
      }
    }
    throw new IllegalArgumentException("letter=" + letter + " begins no value");
  }
}
