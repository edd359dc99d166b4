/*
 * The C end of CPeerTest, with libfabric alone.
 *
 * arguments: provider, loopback address
 * prints:    its address in hexadecimal digits
 * reads:     the address of the other end, and the key of its memory
 *
 *   Java                                 C
 *    | ---- message "ping" ------------> |
 *    | <--- message "pong" ------------- |
 *    | ---- tagged 7, LENGTH bytes ----> |   checks each byte
 *    | <--- tagged 8, the same bytes --- |
 *    | <=== write of LENGTH bytes ====== |   into the memory with the key
 *    | <--- message "done" ------------- |
 *    | ==== write of LENGTH bytes =====> |   into memory with the key 43
 *    | ---- message "done" ------------> |   checks each byte
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH (1 << 20)
#define KEY 43
#define SHORT 64

static struct fid_cq *queue;
static struct fid_ep *endpoint;
static fi_addr_t peer;
static char *local, *remote;
static char text[SHORT];

/* Ends the program unless the call has returned 0. */
static void check(const char *call, long result) {
  if (result != 0) {
    fprintf(stderr, "%s: %s\n", call, fi_strerror((int)-result));
    exit(1);
  }
}

/* Waits for one completion. */
static void await(void) {
  struct fi_cq_tagged_entry entry;
  ssize_t count = fi_cq_read(queue, &entry, 1);
  while (count == -FI_EAGAIN) count = fi_cq_read(queue, &entry, 1);
  check("fi_cq_read", count == 1 ? 0 : count);
}

/* Repeats a post while that says -FI_EAGAIN, then waits for its completion. */
#define DO(name, post)                                        \
  do {                                                        \
    ssize_t result = post;                                    \
    while (result == -FI_EAGAIN) {                            \
      fi_cq_read(queue, NULL, 0);                             \
      result = post;                                          \
    }                                                         \
    check(name, result);                                      \
    await();                                                  \
  } while (0)

static char pattern(int index, int seed) { return (char)(index * 31 + seed); }

static void fill(char *memory, int seed) {
  for (int i = 0; i < LENGTH; i++) memory[i] = pattern(i, seed);
}

static void verify(const char *what, char *memory, int seed) {
  for (int i = 0; i < LENGTH; i++) {
    if (memory[i] != pattern(i, seed)) {
      fprintf(stderr, "%s: byte %d is %d\n", what, i, memory[i]);
      exit(1);
    }
  }
}

static void expect(const char *word) {
  memset(text, 0, SHORT);
  DO("fi_recv", fi_recv(endpoint, text, SHORT, NULL, FI_ADDR_UNSPEC, NULL));
  if (strcmp(text, word) != 0) {
    fprintf(stderr, "message: \"%s\" instead of \"%s\"\n", text, word);
    exit(1);
  }
}

static void say(const char *word) {
  strcpy(text, word);
  DO("fi_send", fi_send(endpoint, text, strlen(text), NULL, peer, NULL));
}

static struct fi_info *offer(const char *provider, const char *host) {
  struct fi_info *hints = fi_allocinfo(), *info;
  hints->caps = FI_MSG | FI_TAGGED | FI_RMA;
  hints->ep_attr->type = FI_EP_RDM;
  hints->domain_attr->mr_mode = 0;
  hints->fabric_attr->prov_name = strdup(provider);
  check("fi_getinfo", fi_getinfo(FI_VERSION(1, 17), host, NULL, FI_SOURCE, hints, &info));
  fi_freeinfo(hints);
  return info;
}

static void exchange_addresses(struct fid_av *vector, uint64_t *key) {
  unsigned char address[256];
  char digits[513];
  size_t length = sizeof address;
  check("fi_getname", fi_getname(&endpoint->fid, address, &length));
  for (size_t i = 0; i < length; i++) printf("%02x", address[i]);
  printf("\n");
  fflush(stdout);
  if (scanf("%512s %lu", digits, key) != 2) exit(1);
  for (size_t i = 0; i < strlen(digits) / 2; i++) {
    unsigned byte;
    sscanf(digits + 2 * i, "%2x", &byte);
    address[i] = (unsigned char)byte;
  }
  check("fi_av_insert", fi_av_insert(vector, address, 1, &peer, 0, NULL) - 1);
}

int main(int count, char **arguments) {
  struct fi_info *info = offer(arguments[1], arguments[count - 1]);
  struct fi_cq_attr queue_attributes = {.format = FI_CQ_FORMAT_TAGGED, .size = 64};
  struct fi_av_attr vector_attributes = {.type = FI_AV_TABLE};
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *vector;
  struct fid_mr *region;
  uint64_t key;

  local = malloc(LENGTH);
  remote = calloc(1, LENGTH);
  check("fi_fabric", fi_fabric(info->fabric_attr, &fabric, NULL));
  check("fi_domain", fi_domain(fabric, info, &domain, NULL));
  check("fi_cq_open", fi_cq_open(domain, &queue_attributes, &queue, NULL));
  check("fi_av_open", fi_av_open(domain, &vector_attributes, &vector, NULL));
  check("fi_endpoint", fi_endpoint(domain, info, &endpoint, NULL));
  check("fi_ep_bind", fi_ep_bind(endpoint, &vector->fid, 0));
  check("fi_ep_bind", fi_ep_bind(endpoint, &queue->fid, FI_TRANSMIT | FI_RECV));
  check("fi_enable", fi_enable(endpoint));
  check("fi_mr_reg", fi_mr_reg(domain, remote, LENGTH, FI_REMOTE_WRITE, 0, KEY, 0, &region, NULL));
  exchange_addresses(vector, &key);

  expect("ping");
  say("pong");
  DO("fi_trecv", fi_trecv(endpoint, local, LENGTH, NULL, FI_ADDR_UNSPEC, 7, 0, NULL));
  verify("tagged message", local, 1);
  DO("fi_tsend", fi_tsend(endpoint, local, LENGTH, NULL, peer, 8, NULL));
  fill(local, 2);
  DO("fi_write", fi_write(endpoint, local, LENGTH, NULL, peer, 0, key, NULL));
  say("done");
  expect("done");
  verify("written memory", remote, 3);

  check("fi_close", fi_close(&endpoint->fid));
  check("fi_close", fi_close(&region->fid));
  check("fi_close", fi_close(&vector->fid));
  check("fi_close", fi_close(&queue->fid));
  check("fi_close", fi_close(&domain->fid));
  check("fi_close", fi_close(&fabric->fid));
  fi_freeinfo(info);
  return 0;
}
